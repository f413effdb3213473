import { rawSql, type Statement } from '../../lib/data-api/sql.ts';

/**
 * Gathers the statistics by which the planner chooses, for the owner of the tables. A server does this by itself some time
 * after an import, the embedded database never.
 */
export function analyzeTables(): Statement {
  return rawSql('analyze');
}
