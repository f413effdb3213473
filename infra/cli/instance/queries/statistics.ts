import { rawSql, type Statement } from '../../../../lib/data-api/sql.ts';

/** Updates the statistics of the planner, because the embedded database has no autovacuum. Must be called as the owner. */
export function analyzeTables(): Statement {
  return rawSql('analyze');
}
