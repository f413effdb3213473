import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { idAfterCondition } from '../id-after-condition.ts';

/** A range of the ids that a caller may see, in order. */
export type IdRange = {
  /** It begins after this id; null for the first. */
  readonly after: ResourceId | null;
  /** The number of visible ids to skip. */
  readonly skipped: bigint;
  readonly length: number;
};

/**
 * The common table expression `page` and those that it needs: a range of the visible ids. There are two methods; which
 * one is faster depends on the caller. *Along all ids* is fast for a caller who may read nearly everything. *Graph by
 * graph* is fast for a caller who may read few graphs: it sorts as many ids of each graph as the range needs. So the
 * first method stops where the second would be cheaper, and the second continues from there.
 */
export function visibleIdTables(caller: Caller, range: IdRange): Statement {
  const { after, skipped, length } = range;
  const isAfter = after === null ? sql`true` : sql`r.resource_id > ${uuid(after)}`;
  // Reading an id with the first method costs half as much as sorting an id with the second.
  const maxDistance = sql`(
      select 2 * greatest(count(*) - 1, 0) * (${bigint(skipped)} + ${int(length)})
      from readable
    )`;
  return sql`${readableGraphTables(caller)},
along_ids as materialized (
  select r.resource_id
  from (
    select r.resource_id, r.graph_id, r.proposed_by
    from resource r
    where ${isAfter}
    order by r.resource_id
    limit ${maxDistance}
  ) r
  where ${visibleCondition}
    and ${existsForCaller}
  order by r.resource_id
  limit ${int(length)}
  offset ${bigint(skipped)}
),
continuation as materialized (
  select
    coalesce(a.last, ${uuid(after)}) as after,
    case when a.ids = 0 then ${bigint(skipped)} else 0 end as skipped,
    ${int(length)} - a.ids as length
  from (
    select count(*) as ids, (array_agg(resource_id order by resource_id desc))[1] as last
    from along_ids
  ) a
  where a.ids < ${int(length)}
    and (
      a.ids > 0
      or ${bigint(skipped)} = 0
      -- A page beyond the last one is empty, so nothing needs to be sorted.
      or exists (
        select
        from resource r
        where ${isAfter}
        order by r.resource_id
        limit 1
        offset ${maxDistance}
      )
    )
),
${byGraphTable},
page as (
  select a.resource_id
  from along_ids a
  union all
  select b.resource_id
  from by_graph b
)`;
}

/**
 * The common table expression `boundary`: the ids between the parts into which the visible ids are divided. Each is the
 * last id of a part that another part follows. It reads all ids once: about a second for 500,000.
 */
export function partBoundaryTables(caller: Caller, partSize: number): Statement {
  return sql`${readableGraphTables(caller)},
boundary as (
  select v.previous_id as resource_id
  from (
    select
      lag(r.resource_id) over (order by r.resource_id) as previous_id,
      row_number() over (order by r.resource_id) as position
    from resource r
    where ${visibleCondition}
      and ${existsForCaller}
  ) v
  where v.position > 1
    and (v.position - 1) % ${int(partSize)} = 0
)`;
}

/** Like `visibleIdTables` for one graph, whose id is in `selected_graph` of the surrounding statement. */
export function visibleIdOfGraphTables(
  caller: Caller,
  { after, skipped, length }: IdRange,
): Statement {
  const isAfter = after === null ? sql`` : sql`and r.resource_id > ${uuid(after)}`;
  const rangeClauses = sql`order by r.resource_id
    limit ${int(length)}
    offset ${bigint(skipped)}`;
  return sql`${callerTables(caller)},
readable_selection as materialized (
  select
    s.graph_id,
    c.is_administrator or (s.graph_id = any (c.readable_graphs) and s.graph_id <> system_settings_graph()) as is_readable
  from selected_graph s
  cross join caller c
),
-- One of the two branches is always empty.
page as (
  (
    select r.resource_id
    from resource r
    where r.graph_id = (select s.graph_id from readable_selection s where s.is_readable)
      ${isAfter}
      and (not (select c.has_grants from caller c) or ${notDeniedCondition})
      and ${existsForCaller}
    ${rangeClauses}
  )
  union all
  (
    select r.resource_id
    from granted o
    join resource r on r.resource_id = o.resource_id
    where o.can_view
      and r.graph_id = (
        select s.graph_id
        from readable_selection s
        where not s.is_readable
          and s.graph_id <> system_settings_graph()
      )
      ${isAfter}
      and ${existsForCaller}
    ${rangeClauses}
  )
)`;
}

/**
 * The common table expression `model_count`: how many resource instances of each model the caller may see.
 * @param most where counting stops
 */
export function modelCountTables(caller: Caller, most: number): Statement {
  const isReadable = sql`(c.is_administrator or m.graph_id = any (c.readable_graphs))`;
  return sql`${callerTables(caller)},
model_count as materialized (
  select m.graph_id, v.count
  from readable_model(${int(caller)}) m
  cross join caller c
  cross join lateral (
    select count(*) as count
    -- One of the two branches is always empty.
    from (
      (
        select 1
        from resource r
        where r.graph_id = m.graph_id
          and ${isReadable}
          and (not c.has_grants or ${notDeniedCondition})
          and ${existsForCaller}
        limit ${int(most)}
      )
      union all
      (
        select 1
        from granted o
        join resource r on r.resource_id = o.resource_id
        where o.can_view
          and r.graph_id = m.graph_id
          and not ${isReadable}
          and ${existsForCaller}
        limit ${int(most)}
      )
    ) visible
  ) v
)`;
}

/** The rights of the caller, and the graphs that the caller may read and may not read. */
function readableGraphTables(caller: Caller): Statement {
  return sql`${callerTables(caller)},
readable as materialized (
  select g.graph_id
  from caller c
  cross join unnest(c.readable_graphs) g (graph_id)
  where not c.is_administrator
    and g.graph_id <> system_settings_graph()
  union all
  select g.graph_id
  from graph g
  where (select c.is_administrator from caller c)
),
unreadable as materialized (
  select g.graph_id
  from graph g
  where g.graph_id not in (select r.graph_id from readable r)
)`;
}

/** The rights of the caller, and the grants that apply to it; none apply to administrators. */
function callerTables(caller: Caller): Statement {
  return sql`caller as materialized (
  select
    c.account_id,
    c.is_administrator,
    c.is_reviewer,
    c.has_resource_grants and not c.is_administrator as has_grants,
    c.readable_graphs
  from caller_rights(${int(caller)}) c
),
granted as materialized (
  select d.resource_id, d.can_view
  from granted_resource(${int(caller)}) d
  where (select c.has_grants from caller c)
)`;
}

/** The condition that no grant denies the caller access to the resource instance `r`. */
const notDeniedCondition = sql`r.resource_id not in (select o.resource_id from granted o where not o.can_view)`;

/** The condition that the resource instance `r` exists for the caller: not only as a proposal of others. */
const existsForCaller = sql`exists_for_caller(r.proposed_by, (select c.is_reviewer from caller c), (select c.account_id from caller c))`;

/**
 * The condition that the caller may see the resource instance `r`: by grants, otherwise because its graph is readable.
 * It is evaluated for every id that is read. Most graphs are readable, so a search in the short list of unreadable ones
 * takes half the time.
 */
const visibleCondition = sql`case
    when (select c.has_grants from caller c) then (
      r.graph_id not in (select u.graph_id from unreadable u)
      and ${notDeniedCondition}
      or r.resource_id in (select o.resource_id from granted o where o.can_view)
      and r.graph_id <> system_settings_graph()
    )
    else r.graph_id not in (select u.graph_id from unreadable u)
  end`;

const afterPositionCondition = idAfterCondition(sql`r.resource_id`, sql`p.after`);

/** The visible ids after the position, of each readable graph, and by grants in other graphs. */
const byGraphTable = sql`by_graph as materialized (
  select b.resource_id
  from continuation p
  cross join lateral (
    select r.resource_id
    from (
      select of_graph.resource_id
      from readable g
      cross join lateral (
        select r.resource_id
        from resource r
        where r.graph_id = g.graph_id
          and ${afterPositionCondition}
          and ${notDeniedCondition}
          and ${existsForCaller}
        order by r.resource_id
        limit p.skipped + p.length
      ) of_graph
      union all
      (
        select r.resource_id
        from granted o
        join resource r on r.resource_id = o.resource_id
        where o.can_view
          and ${afterPositionCondition}
          and ${existsForCaller}
          and r.graph_id <> system_settings_graph()
          and r.graph_id not in (select g.graph_id from readable g)
        order by r.resource_id
        limit p.skipped + p.length
      )
    ) r
    order by r.resource_id
    limit p.length
    offset p.skipped
  ) b
)`;
