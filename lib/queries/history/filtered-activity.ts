import * as z from 'zod';

import { documentQuery, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, int, sql, text, textArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import {
  activityPermissionTables,
  activityTypes,
  itemReadableCondition,
  resourceVisibleCondition,
  itemSection,
  mayReadHistoryCondition,
  type ActivityItem,
  type ActivityType,
} from './activity-items.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type ActivityFilter = {
  /** The earliest time, with its time zone. */
  readonly since: string | undefined;
  /** The id or slug of a graph. */
  readonly graph: string | undefined;
  readonly type: ActivityType | undefined;
};

/** Which page of the stream to list. */
export type ActivityPageRequest = {
  /** The ordinal after which the page begins; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
};

const accessSchema = z.object({
  mayReadHistory: z.boolean(),
  /** Whether the caller may know that the graph of the filter exists. */
  mayReadGraph: z.boolean(),
  /** The last ordinal of the searched span. */
  lastOrdinal: z.number(),
  /** The last ordinal of the whole stream. */
  streamEnd: z.number(),
});

/** A page of readable items, and the start of the next page. */
export type FilteredActivity = Readonly<
  Pick<z.infer<typeof accessSchema>, 'mayReadHistory' | 'mayReadGraph'>
> & {
  readonly items: readonly ActivityItem[];
  /** The ordinal after which the next page begins; undefined at the end of the stream. */
  readonly next: number | undefined;
};

/**
 * The maximum number of ordinals that one request searches. It bounds the work when nearly all matches are unreadable.
 * Because it counts ordinals instead of matches, the end of a page reveals nothing about unreadable items.
 */
const maxOrdinals = 250_000;

/**
 * Lists the items that match a filter and that the caller may read. Unreadable items are left out instead of masked,
 * because the match itself would reveal something about them.
 */
export function listFilteredActivity(
  caller: Caller,
  filter: ActivityFilter,
  { after, limit }: ActivityPageRequest,
): DocumentQuery<FilteredActivity> {
  const graph = filter.graph ?? null;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${activityPermissionTables(caller)},
  selected_graph as materialized (
    select g.graph_id
    from graph g
    where ${graphIdOrSlugCondition(graph)}
  ),
  span as materialized (
    select
      f.first_ordinal,
      least(f.first_ordinal + ${int(maxOrdinals - 1)}, c.ordinal) as last_ordinal,
      c.ordinal as stream_end
    from activity_counter c
    cross join lateral (
      select greatest(${bigint(BigInt(after))} + 1, ${firstOrdinalSince(filter.since)}) as first_ordinal
    ) f
  ),
  matching_item as materialized (
    ${matchingItemsQuery(caller, filter, limit + 1)}
  )`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object(
        'mayReadHistory', ${mayReadHistoryCondition},
        'mayReadGraph', ${graph === null ? sql`true` : mayReadSelectedGraphCondition(caller)},
        'lastOrdinal', s.last_ordinal,
        'streamEnd', s.stream_end
      )::text
    from span s`,
        ),
        item: itemSection('matching_item'),
      },
    },
    (section) => {
      const { lastOrdinal, streamEnd, ...rights } = section('access');
      const matches = section('item');
      const items = matches.slice(0, limit);
      const lastReturned = matches.length > limit ? items.at(-1)?.ordinal : undefined;
      const spanEnd = lastOrdinal < streamEnd ? lastOrdinal : undefined;
      return { ...rights, items, next: lastReturned ?? spanEnd };
    },
  );
}

/** An expression: the ordinal of the first item since a time, or the one after the last item. Times never decrease. */
function firstOrdinalSince(since: string | undefined): Statement {
  if (since === undefined) return sql`1`;
  return sql`coalesce(
        (
          select a.ordinal
          from activity a
          where a.end_time >= ${text(since)}::timestamptz
          order by a.end_time, a.ordinal
          limit 1
        ),
        c.ordinal + 1
      )`;
}

/** A query of the first matching items of the span. Each filter is a range of an index. */
function matchingItemsQuery(
  caller: Caller,
  { graph, type }: ActivityFilter,
  limit: number,
): Statement {
  const firstMatches = (condition: Statement): Statement => sql`select a.*
    from activity a
    where a.ordinal >= (select s.first_ordinal from span s)
      and a.ordinal <= (select s.last_ordinal from span s)
      ${condition}
      and ${mayReadHistoryCondition}
      and ${itemReadableCondition(resourceVisibleCondition(caller, sql`a.resource_id`))}
    order by a.ordinal
    limit ${int(limit)}`;
  if (graph === undefined && type === undefined) {
    return sql`select a.*, true as is_readable
    from (
    ${firstMatches(sql``)}
    ) a`;
  }
  // An index has the order of the stream only within one type, so each type is read separately and the results are merged.
  const types = type === undefined ? activityTypes : [type];
  const [graphJoin, graphCondition] =
    graph === undefined
      ? [sql``, sql``]
      : [sql`cross join selected_graph s`, sql`and a.graph_id = s.graph_id`];
  return sql`select a.*, true as is_readable
    from unnest(${textArray(types)}) as t (activity_type)
    ${graphJoin}
    cross join lateral (
    ${firstMatches(sql`and a.activity_type = t.activity_type
      ${graphCondition}`)}
    ) a
    order by a.ordinal
    limit ${int(limit)}`;
}

/**
 * Whether the caller may read something of the selected graph, or see one of its resource instances. Other callers
 * do not learn that the graph exists.
 */
function mayReadSelectedGraphCondition(caller: Caller): Statement {
  return sql`exists (
          select
          from selected_graph s
          where s.graph_id in (select g.graph_id from graph_of_readable_items g)
            or exists (
              select
              from visible_resource(${int(caller)}) v
              where v.graph_id = s.graph_id
            )
        )`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) =>
    [undefined, new Date(0).toISOString()].flatMap((since) =>
      [undefined, ''].flatMap((graph) =>
        ([undefined, 'Create'] as const).map((type) =>
          listFilteredActivity(caller, { since, graph, type }, { after: 0, limit: 1 }),
        ),
      ),
    ),
};
