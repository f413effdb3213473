import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { tileRecordExpression, tileVisibleCondition } from '../tiles/tile-record.ts';

/**
 * The common table expression `readable_nodegroup`: readable nodegroups with their position in the model.
 * @param nodegroups a query that returns ids of the nodegroups that are needed
 */
export function readableNodegroupTable(caller: Caller, nodegroups: Statement): Statement {
  return sql`readable_nodegroup as materialized (
    select n.nodegroup_id, n.depth, n.model_position, n.is_hidden
    from readable_nodegroup(${int(caller)}) r
    join nodegroup n on n.nodegroup_id = r.nodegroup_id
    where r.nodegroup_id = any (array(${nodegroups}))
  )`;
}

/**
 * The common table expression `readable_tile`: the readable tiles of one resource instance, with the position of their
 * nodegroups. The surrounding query has the resource instance as `v`.
 */
export function readableTileTable(caller: Caller): Statement {
  return sql`readable_tile as materialized (
        select t.*, n.depth, n.model_position, n.is_hidden
        from tile t
        join readable_nodegroup n on n.nodegroup_id = t.nodegroup_id
        where t.resource_id = v.resource_id
          and ${tileVisibleCondition(caller, sql`t`)}
      )`;
}

/**
 * The record of a tile `t` as an expression, see `tileRecordExpression`. If the caller may not read the parent
 * tile, the record names no parent.
 */
export function recordExpression(caller: Caller): Statement {
  return tileRecordExpression(
    caller,
    sql`t.parent_tile_id in (select p.tile_id from readable_tile p)`,
  );
}
