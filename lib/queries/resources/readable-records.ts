import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { tileRecordExpression } from '../tiles/tile-record.ts';

/**
 * The common table expression `readable`: the nodegroups that a caller may read, each with its place in its model.
 * @param nodegroups a query of the ids of those that matter
 */
export function readableNodegroups(caller: Caller, nodegroups: Statement): Statement {
  return sql`readable as materialized (
    select n.nodegroup_id, n.depth, n.model_position, n.is_hidden
    from readable_nodegroup(${int(caller)}) p
    join nodegroup n on n.nodegroup_id = p.nodegroup_id
    where p.nodegroup_id = any (array(${nodegroups}))
  )`;
}

/** The stable order of tiles `t` that are joined to their nodegroups: depth, order of the model, sort order, id. */
export const recordOrder = sql`t.depth, t.model_position, coalesce(t.sort_order, 0), t.tile_id`;

/** The record of a tile `t`, without its parent where that is not among the tiles `readable_tile`: an expression, see `tileRecord`. */
export function readableRecord(caller: Caller): Statement {
  return tileRecordExpression(
    caller,
    sql`t.parent_tile_id in (select p.tile_id from readable_tile p)`,
  );
}
