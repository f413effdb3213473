import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { uuidWithin } from '../uuid-pattern.ts';

/**
 * The common table expressions `readable` and `readable_graph`: what a caller may read of the resource models. A model counts
 * where the caller may read a nodegroup of it, or see a resource instance of it by a grant of its own. Branches are parts that
 * models are built from, and no data is theirs: they are not among them.
 */
export function readableModels(caller: Caller): Statement {
  return sql`readable as materialized (
    select p.*
    from nodegroup_permission(${int(caller)}) p
    where p.can_read
  ),
  readable_graph as materialized (
    select g.graph_id
    from graph g
    where g.is_resource_model
      and (
        (select is_administrator(${int(caller)}))
        or g.graph_id in (select r.graph_id from readable r)
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
 * Which of the ids that stand in texts are ids of graphs, nodegroups or nodes that the caller may not read: the configuration of
 * what is readable may name them.
 * @param mentioning a query that selects one text a row
 * @param nodegroups a query of the ids of the nodegroups that the caller may read
 * @param graphs a query of the ids of the graphs of which the caller may read anything
 * @returns a query that gives one jsonb list of ids
 */
export function unreadableIds(
  mentioning: Statement,
  nodegroups: Statement,
  graphs: Statement,
): Statement {
  return sql`select coalesce(jsonb_agg(named.id), '[]')
    from (
      select distinct lower(found.match[1])::uuid as id
      from (${mentioning}) mentioning (content)
      cross join lateral regexp_matches(
        mentioning.content,
        ${uuidWithin},
        'gi'
      ) found (match)
    ) named
    where exists (
        select
        from nodegroup n
        where n.nodegroup_id = named.id
          and n.nodegroup_id not in (${nodegroups})
      )
      or exists (
        select
        from node n
        where n.node_id = named.id
          and case
            when n.nodegroup_id is null then n.graph_id not in (${graphs})
            else n.nodegroup_id not in (${nodegroups})
          end
      )
      or exists (
        select
        from graph g
        where g.graph_id = named.id
          and g.is_resource_model
          and g.graph_id not in (${graphs})
      )`;
}
