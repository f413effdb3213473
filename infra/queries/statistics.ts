import { rawSql, type Statement } from '../../lib/data-api/sql.ts';

/** Updates the statistics of the planner, as the owner. The embedded database has no autovacuum that does this. */
export function analyzeTables(): Statement {
  return rawSql('analyze');
}
