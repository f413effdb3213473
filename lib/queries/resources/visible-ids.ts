import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { isIdAfter } from '../uuid-key.ts';

/** A stretch of the ids that a caller may see, in their order. */
export type IdRange = {
  /** It begins behind this id; null for the first. */
  readonly after: ResourceId | null;
  /** How many of the visible ids are left out first. */
  readonly skipped: bigint;
  readonly length: number;
};

/**
 * The common table expression `page`, and those that it is made of: a stretch of the ids that a caller may see.
 * There are two ways to it, and which is the shorter one depends on what the caller may read. *Along all ids* is short for who may
 * read nearly everything. *Graph by graph* is short for who may read few graphs: of each, as many ids as the stretch may need, put in
 * order. So the first way is gone no further than the second would be long; where it is not enough, the second goes on from there.
 */
export function visibleIdTables(caller: Caller, stretch: IdRange): Statement {
  const { after, skipped, length } = stretch;
  const behind = after === null ? sql`true` : sql`r.resource_id > ${uuid(after)}`;
  // An id along the way costs half of one that has to be put in order.
  const farthest = sql`(
      select 2 * greatest(count(*) - 1, 0) * (${bigint(skipped)} + ${int(length)})
      from readable
    )`;
  return sql`${rightsOf(caller)},
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
),
along_ids as materialized (
  select r.resource_id
  from (
    select r.resource_id, r.graph_id, r.proposed_by
    from resource r
    where ${behind}
    order by r.resource_id
    limit ${farthest}
  ) r
  where ${isVisible}
    and ${isThere}
  order by r.resource_id
  limit ${int(length)}
  offset ${bigint(skipped)}
),
place as materialized (
  select
    coalesce(a.last, ${uuid(after)}) as after,
    case when a.found = 0 then ${bigint(skipped)} else 0 end as skipped,
    ${int(length)} - a.found as length
  from (
    select count(*) as found, (array_agg(resource_id order by resource_id desc))[1] as last
    from along_ids
  ) a
  where a.found < ${int(length)}
    and (
      a.found > 0
      or ${bigint(skipped)} = 0
      -- A page behind the last one is empty: nothing is put in order for it.
      or exists (
        select
        from resource r
        where ${behind}
        order by r.resource_id
        limit 1
        offset ${farthest}
      )
    )
),
${byGraph},
page as (
  select a.resource_id
  from along_ids a
  union all
  select b.resource_id
  from by_graph b
)`;
}

/** The same of one graph only. The statement around it has its id as `wanted_graph`. */
export function visibleIdOfGraphTables(
  caller: Caller,
  { after, skipped, length }: IdRange,
): Statement {
  const behind = after === null ? sql`` : sql`and r.resource_id > ${uuid(after)}`;
  const stretchOf = sql`order by r.resource_id
    limit ${int(length)}
    offset ${bigint(skipped)}`;
  return sql`${rightsOf(caller)},
wanted as materialized (
  select
    w.graph_id,
    c.is_administrator or (w.graph_id = any (c.readable_graphs) and w.graph_id <> system_settings_graph()) as is_readable
  from wanted_graph w
  cross join caller c
),
-- One of the two has nothing to look for.
page as (
  (
    select r.resource_id
    from resource r
    where r.graph_id = (select w.graph_id from wanted w where w.is_readable)
      ${behind}
      and (not (select c.has_grants from caller c) or ${isNotClosed})
      and ${isThere}
    ${stretchOf}
  )
  union all
  (
    select r.resource_id
    from granted o
    join resource r on r.resource_id = o.resource_id
    where o.can_view
      and r.graph_id = (
        select w.graph_id
        from wanted w
        where not w.is_readable
          and w.graph_id <> system_settings_graph()
      )
      ${behind}
      and ${isThere}
    ${stretchOf}
  )
)`;
}

/** The rights of the caller, and what the grants of resources say that count for it: none does for administrators. */
function rightsOf(caller: Caller): Statement {
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

/** The condition that no grant closes the resource `r`. */
const isNotClosed = sql`r.resource_id not in (select o.resource_id from granted o where not o.can_view)`;

/** The condition that the resource `r` is there for the caller, and no proposal of others. */
const isThere = sql`exists_for_caller(r.proposed_by, (select c.is_reviewer from caller c), (select c.account_id from caller c))`;

/**
 * The condition that the caller may see the resource `r`, by what its own grants say, else because its graph is readable. Every id on the way is
 * held against it. Most are readable, and to find no graph in the short list of the others takes half the time of finding it in the long one.
 */
const isVisible = sql`case
    when (select c.has_grants from caller c) then (
      r.graph_id not in (select u.graph_id from unreadable u)
      and ${isNotClosed}
      or r.resource_id in (select o.resource_id from granted o where o.can_view)
      and r.graph_id <> system_settings_graph()
    )
    else r.graph_id not in (select u.graph_id from unreadable u)
  end`;

const behindPlace = isIdAfter(sql`r.resource_id`, sql`p.after`);

/** What is visible behind the place: of each readable graph, and by grants in others. */
const byGraph = sql`by_graph as materialized (
  select found.resource_id
  from place p
  cross join lateral (
    select r.resource_id
    from (
      select of_graph.resource_id
      from readable g
      cross join lateral (
        select r.resource_id
        from resource r
        where r.graph_id = g.graph_id
          and ${behindPlace}
          and ${isNotClosed}
          and ${isThere}
        order by r.resource_id
        limit p.skipped + p.length
      ) of_graph
      union all
      (
        select r.resource_id
        from granted o
        join resource r on r.resource_id = o.resource_id
        where o.can_view
          and ${behindPlace}
          and ${isThere}
          and r.graph_id <> system_settings_graph()
          and r.graph_id not in (select g.graph_id from readable g)
        order by r.resource_id
        limit p.skipped + p.length
      )
    ) r
    order by r.resource_id
    limit p.length
    offset p.skipped
  ) found
)`;
