import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/**
 * The common table expression `readable_model`: the resource models of which a caller may know. A model counts where the caller may
 * read a nodegroup of it, or see a resource instance of it by a grant of its own. Branches are parts that models are built from, and
 * no data is theirs: they are not among them.
 */
export function readableModels(caller: Caller): Statement {
  return sql`readable_model as materialized (
    select g.graph_id
    from graph g
    where g.is_resource_model
      and (
        (select is_administrator(${int(caller)}))
        or g.graph_id in (select r.graph_id from readable_graph(${int(caller)}) r)
        or (
          not g.is_system_settings
          and g.graph_id in (
            select r.graph_id
            from resource_decision(${int(caller)}) d
            join resource r on r.resource_id = d.resource_id
            where d.can_view
          )
        )
      )
  )`;
}

/**
 * Which of some ids are ids of graphs, nodegroups or nodes that the caller may not read: what describes the readable part of a model
 * may name them. The statement around it has `readable_model`.
 * @param ids a query of one column
 * @returns a query that gives one jsonb list of ids
 */
export function unreadableIds(caller: Caller, ids: Statement): Statement {
  const readable = sql`select r.nodegroup_id from readable_nodegroup(${int(caller)}) r`;
  return sql`select coalesce(jsonb_agg(distinct named.id), '[]')
    from (${ids}) named (id)
    where exists (
        select
        from nodegroup n
        where n.nodegroup_id = named.id
          and n.nodegroup_id not in (${readable})
      )
      or exists (
        select
        from node n
        where n.node_id = named.id
          and case
            when n.nodegroup_id is null then n.graph_id not in (select m.graph_id from readable_model m)
            else n.nodegroup_id not in (${readable})
          end
      )
      or exists (
        select
        from graph g
        where g.graph_id = named.id
          and g.is_resource_model
          and g.graph_id not in (select m.graph_id from readable_model m)
      )`;
}
