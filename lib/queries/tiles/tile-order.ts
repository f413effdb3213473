import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The order of tiles of a nodegroup, for `order by`: sort order, then position, then id. `compareTiles` is the same order in TypeScript.
 * @param tile a table alias with the columns sort_order, position and tile_id
 */
export function tileOrder(tile: Statement): Statement {
  return sql`coalesce(${tile}.sort_order, 0), ${tile}.position, ${tile}.tile_id`;
}

/**
 * The order of the nodegroups of a model, for `order by`: depth, then position in the model.
 * @param nodegroup a table alias with the columns depth and model_position
 */
export function nodegroupOrder(nodegroup: Statement): Statement {
  return sql`${nodegroup}.depth, ${nodegroup}.model_position`;
}

/**
 * The order of the tiles of a record, for `order by`: that of their nodegroups, then that of the tiles of each. `sortTiles` is the same order in
 * TypeScript.
 * @rule Resource instances: In which order are the tiles of a record, and which comes first where sort orders are
 * equal?
 * @param nodegroup a table alias with the columns depth and model_position
 */
export function recordOrder(tile: Statement, nodegroup: Statement = tile): Statement {
  return sql`${nodegroupOrder(nodegroup)}, ${tileOrder(tile)}`;
}
