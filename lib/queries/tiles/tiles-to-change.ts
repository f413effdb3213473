import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../resources/list-resources.ts';
import { tileRecord } from './tile-record.ts';

/**
 * The nodegroups and the tiles that the caller may read (`readable`, `readable_tile`), and which tiles have others below them that
 * the caller may not read (`above_unreadable`). It stands after `stored`: the resource instance, and whether the caller `can_view` it.
 */
export function readableTiles(caller: Caller): Statement {
  return sql`readable as materialized (
    select p.*, n.depth, n.model_position
    from nodegroup_permission(${int(caller)}) p
    join nodegroup n on n.nodegroup_id = p.nodegroup_id
    where p.can_read
  ),
  readable_tile as materialized (
    select t.*, n.depth, n.model_position
    from stored s
    join tile t on t.resource_id = s.resource_id
    join readable n on n.nodegroup_id = t.nodegroup_id
    where s.can_view
  ),
  above_unreadable as (
    with recursive above (tile_id) as (
      select t.parent_tile_id
      from stored s
      join tile t on t.resource_id = s.resource_id
      where t.nodegroup_id not in (select n.nodegroup_id from readable n)
      union
      select t.parent_tile_id
      from above a
      join tile t on t.tile_id = a.tile_id
    )
    select a.tile_id
    from above a
    where a.tile_id is not null
  )`;
}

/**
 * A part `T` for each of these tiles, in their stable order, as the third section of the parts: its record, and after another tab
 * {provisional_edits, holds_unreadable}. These provisional edits are those of everybody.
 */
export function tileParts(caller: Caller): Statement {
  return sql`select
      3,
      row_number() over (order by t.depth, t.model_position, coalesce(t.sort_order, 0), t.tile_id),
      E'T\t' || ${tileRecord(caller, sql`t.parent_tile_id in (select p.tile_id from readable_tile p)`)}
        || E'\t{"holds_unreadable":' || (t.tile_id in (select a.tile_id from above_unreadable a))::text
        || ',"provisional_edits":' || coalesce(t.provisional_edits::text, 'null')
        || '}'
    from readable_tile t`;
}
