import { sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  readableEditsExpression,
  readableValuesExpression,
} from '../tiles/unreadable-moved-nodes.ts';
import { exactUuidRegex } from '../uuid-regex.ts';

/*
 * The new value of a tile is not stored with an edit of this service: it is the old value of the next one, or the tile. Edits that came from
 * another platform have both values, and are no part of this chain.
 */

/**
 * Expressions for the readable values of an edit `e`. The query must also have `historyTables`, `caller_right` as `c` and `newValueJoin`.
 * @rule Permissions: Which values of an edit may a caller see?
 */
export function editValues(caller: Caller) {
  return {
    before: sql`case
          when e.source_edit_id is not null then ${sourceValuesExpression(sql`e.old_value`)}
          when e.edit_type not in ('create', 'delete') or c.is_administrator then ${readableValuesExpression(caller, sql`e.old_value`)}
        end`,
    after: sql`case
          when e.source_edit_id is not null then ${sourceValuesExpression(sql`e.new_value`)}
          else ${readableValuesExpression(caller, sql`next.value`)}
        end`,
    proposalsBefore: proposalsExpression(caller, sql`e.old_provisional_edits`),
    proposalsAfter: proposalsExpression(caller, sql`e.new_provisional_edits`),
  };
}

/**
 * The common table expression `unreadable_source_node`: the keys of values in the edits from another platform that are of no node in a readable
 * nodegroup. That log has values of nodes that were moved or removed before the first import, of which this service has no other trace. It
 * needs `edit` and `readable_nodegroup`, and is evaluated only for callers who are no administrators.
 */
export const unreadableSourceNodeTable = sql`unreadable_source_node as materialized (
    select k.key as node_id
    from (
      select distinct k.key
      from edit e
      cross join lateral (
        values (e.old_value), (e.new_value)
        union all
        select p.value -> 'value'
        from jsonb_each(e.old_provisional_edits) p
        union all
        select p.value -> 'value'
        from jsonb_each(e.new_provisional_edits) p
      ) v (data)
      cross join lateral jsonb_object_keys(case when jsonb_typeof(v.data) = 'object' then v.data else '{}' end) k (key)
      where e.source_edit_id is not null
    ) k
    where not exists (
      select
      from node n
      join readable_nodegroup r on r.nodegroup_id = n.nodegroup_id
      where n.node_id = case when k.key ~ ${exactUuidRegex} then k.key::uuid end
    )
  )`;

const unreadableSourceNodes = sql`(select array(select u.node_id from unreadable_source_node u))`;

/** The values of an edit from another platform: all for administrators. A text is shown to others only if it names a life-cycle state. */
function sourceValuesExpression(values: Statement): Statement {
  return sql`case
            when c.is_administrator or e.edit_type = 'state edit' then ${values}
            when e.edit_type not in ('create', 'delete') and jsonb_typeof(${values}) = 'object' then ${values} - ${unreadableSourceNodes}
          end`;
}

function proposalsExpression(caller: Caller, edits: Statement): Statement {
  const readableEdits = readableEditsExpression(caller, edits);
  return sql`case
          when e.source_edit_id is null or c.is_administrator then ${readableEdits}
          else edits_without_nodes(${readableEdits}, ${unreadableSourceNodes})
        end`;
}

/** Joins the new value of a tile if its nodegroup at that time is readable. An import can move a tile to another nodegroup. */
export const newValueJoin = sql`left join lateral (
    select
      case when later.edit_log_id is null then t.nodegroup_id else later.nodegroup_id end as nodegroup_id,
      case when later.edit_log_id is null then t.data else later.old_value end as value
    from (select) one_row
    left join lateral (
      select l.edit_log_id, l.nodegroup_id, l.old_value
      from edit_log l
      where l.resource_id = e.resource_id
        and (l.edited_at, l.edit_log_id) > (e.edited_at, e.edit_log_id)
        and l.tile_id = e.tile_id
        and l.source_edit_id is null
      order by l.edited_at, l.edit_log_id
      limit 1
    ) later on true
    left join tile t on t.tile_id = e.tile_id and t.resource_id = e.resource_id
    where e.tile_id is not null
      and e.edit_type <> 'tile delete'
      and e.source_edit_id is null
  ) next
      on c.is_administrator
      or next.nodegroup_id in (select n.nodegroup_id from readable_nodegroup n)`;
