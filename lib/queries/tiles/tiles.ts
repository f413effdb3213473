import type { PartsQuery } from '../../data-api/chunks.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { NodeId, TileId } from '../../model/ids.ts';
import type { Caller } from '../resources/list-resources.ts';
import { tileRecord } from './tile-record.ts';

/**
 * One tile for a caller: whether the caller may read anything at all (`true` or `false`), then the record of the tile as JSON
 * text. No record: the tile is unknown or not the caller's to see.
 */
export function tileDocument(caller: Caller, tileId: TileId): PartsQuery {
  const mayReadParent = sql`exists (
          select
          from tile p
          where p.tile_id = t.parent_tile_id
            and p.resource_id = t.resource_id
            and p.nodegroup_id in (select n.nodegroup_id from readable n)
        )`;
  return {
    parts: sql`with ${readableTile(caller, tileId)}
  select
    0::bigint as position,
    may_read_anything(${int(caller)})::text as part
  union all
  select 1, ${tileRecord(caller, mayReadParent)}
  from readable_tile t`,
    stamp: sql`select r.version from tile t join resource r on r.resource_id = t.resource_id where t.tile_id = ${uuid(tileId)}`,
  };
}

/**
 * The resource instance that a node of a tile belongs to. Nodes of a tile are those of its nodegroup; those of its graph that belong
 * to no nodegroup, since they count as their parent's; and those of which it has a value, whatever became of them in the model.
 * @returns one row: whether the caller may read anything at all; the id of the resource instance, null where the caller may not
 * see such a tile, or it has no such node
 */
export function resourceOfTileNode(caller: Caller, tileId: TileId, nodeId: NodeId): Statement {
  return sql`with ${readableTile(caller, tileId)}
select
  may_read_anything(${int(caller)}),
  (
    select t.resource_id::text
    from readable_tile t
    join nodegroup g on g.nodegroup_id = t.nodegroup_id
    where (t.data -> ${uuid(nodeId)}::text) is not null
      or exists (
        select
        from node n
        where n.node_id = ${uuid(nodeId)}
          and n.graph_id = g.graph_id
          and (n.nodegroup_id = t.nodegroup_id or n.nodegroup_id is null)
      )
  )`;
}

/** The tile where the caller may read it: its nodegroup is readable, and its resource instance visible. */
function readableTile(caller: Caller, tileId: TileId): Statement {
  return sql`readable as materialized (
    select n.nodegroup_id
    from readable_nodegroup(${int(caller)}) n
  ),
  readable_tile as materialized (
    select t.*
    from tile t
    join visible_resource(${int(caller)}) v on v.resource_id = t.resource_id
    where t.tile_id = ${uuid(tileId)}
      and t.nodegroup_id in (select n.nodegroup_id from readable n)
  )`;
}
