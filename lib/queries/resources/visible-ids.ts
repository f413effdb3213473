import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { idAfterCondition } from '../id-after-condition.ts';
import {
  existsForCallerCondition,
  openedTable,
  readableGraphTables,
  visibleCondition,
} from './visible-conditions.ts';

/** A range of the ids that a caller may see, in order. */
export type IdRange = {
  /** The id after which the range begins; null if it begins with the first id. */
  readonly after: ResourceId | null;
  /** The number of visible ids to skip before the range. */
  readonly skipped: bigint;
  /** The maximum number of ids. */
  readonly length: number;
};

/**
 * The common table expression `page` and those that it needs: a range of the visible ids. There are two methods; which
 * one is faster depends on the caller. `along_ids` follows the index of ids, which is fast for a caller who may read
 * nearly everything. `by_graph` sorts as many ids of each readable graph as the range needs, which is fast for a caller
 * who may read few graphs. The first method stops where the second would be cheaper, and the second continues there.
 * @rule Resource instances: Which ids does a page of `GET /resources/` list?
 */
export function visibleIdTables(caller: Caller, range: IdRange): Statement {
  const { after, skipped, length } = range;
  const afterCondition = after === null ? sql`true` : sql`r.resource_id > ${uuid(after)}`;
  // The first method stops after this many ids: reading one costs half as much as sorting one with the second method.
  const maxScannedIds = sql`(
      select 2 * greatest(count(*) - 1, 0) * (${bigint(skipped)} + ${int(length)})
      from readable_graph
    )`;
  return sql`${readableGraphTables(caller)},
${openedTable(caller)},
along_ids as materialized (
  select r.resource_id
  from (
    select r.resource_id, r.graph_id, r.proposed_by, r.grant_set_number
    from resource r
    where ${afterCondition}
    order by r.resource_id
    limit ${maxScannedIds}
  ) r
  where ${visibleCondition(caller)}
    and ${existsForCallerCondition}
  order by r.resource_id
  limit ${int(length)}
  offset ${bigint(skipped)}
),
continuation as materialized (
  select
    coalesce(a.last, ${uuid(after)}) as after,
    case when a.id_count = 0 then ${bigint(skipped)} else 0 end as skipped,
    ${int(length)} - a.id_count as length
  from (
    select count(*) as id_count, (array_agg(resource_id order by resource_id desc))[1] as last
    from along_ids
  ) a
  where a.id_count < ${int(length)}
    and (
      a.id_count > 0
      or ${bigint(skipped)} = 0
      -- A page beyond the last one is empty, so nothing needs to be sorted.
      or exists (
        select
        from resource r
        where ${afterCondition}
        order by r.resource_id
        limit 1
        offset ${maxScannedIds}
      )
    )
),
${byGraphTable(caller)},
page as (
  select a.resource_id
  from along_ids a
  union all
  select b.resource_id
  from by_graph b
)`;
}

/**
 * The common table expression `boundary`: the last id of each part of the visible ids, except of the last part. It reads
 * all ids once: about a second for 500,000.
 * @param partSize the number of ids in each part but the last one
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
    where ${visibleCondition(caller)}
      and ${existsForCallerCondition}
  ) v
  where v.position > 1
    and (v.position - 1) % ${int(partSize)} = 0
)`;
}

/** Like `visibleIdTables`, for the graph whose id is in the table `selected_graph` of the surrounding statement. */
export function visibleIdOfGraphTables(
  caller: Caller,
  { after, skipped, length }: IdRange,
): Statement {
  const afterClause = after === null ? sql`` : sql`and r.resource_id > ${uuid(after)}`;
  const rangeClauses = sql`order by r.resource_id
    limit ${int(length)}
    offset ${bigint(skipped)}`;
  return sql`${readableGraphTables(caller)},
${openedTable(caller)},
-- One of the two branches is always empty.
page as (
  (
    select r.resource_id
    from resource r
    where r.graph_id = (select s.graph_id from selected_graph s where s.graph_id in (select g.graph_id from readable_graph g))
      ${afterClause}
      and ${visibleCondition(caller)}
      and ${existsForCallerCondition}
    ${rangeClauses}
  )
  union all
  (
    select r.resource_id
    from opened r
    where r.graph_id = (select s.graph_id from selected_graph s)
      ${afterClause}
      and ${existsForCallerCondition}
    ${rangeClauses}
  )
)`;
}

const afterContinuationStartCondition = idAfterCondition(sql`r.resource_id`, sql`c.after`);

/** The common table expression `by_graph`: the visible ids of `continuation`, in readable graphs and, by grants, in other graphs. */
const byGraphTable = (caller: Caller): Statement => sql`by_graph as materialized (
  select b.resource_id
  from continuation c
  cross join lateral (
    select r.resource_id
    from (
      select of_graph.resource_id
      from readable_graph g
      cross join lateral (
        select r.resource_id
        from resource r
        where r.graph_id = g.graph_id
          and ${afterContinuationStartCondition}
          and ${visibleCondition(caller)}
          and ${existsForCallerCondition}
        order by r.resource_id
        limit c.skipped + c.length
      ) of_graph
      union all
      (
        select r.resource_id
        from opened r
        where ${afterContinuationStartCondition}
          and ${existsForCallerCondition}
        order by r.resource_id
        limit c.skipped + c.length
      )
    ) r
    order by r.resource_id
    limit c.length
    offset c.skipped
  ) b
)`;
