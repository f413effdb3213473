import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The order of tiles of a nodegroup, for `order by`: sort order, then position, then id. `compareTiles` is the same order in TypeScript.
 * @rule Resource instances: In which order are the tiles of a record, and which comes first where sort orders are
 * equal?
 * @param tile a table alias with the columns sort_order, position and tile_id
 */
export function tileOrder(tile: Statement): Statement {
  return sql`coalesce(${tile}.sort_order, 0), ${tile}.position, ${tile}.tile_id`;
}
