import * as z from 'zod';

import { documentQuery, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, int, sql, text, textArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isGraphNamed } from '../graphs/named-graph.ts';
import {
  activityPermissions,
  activityTypes,
  isItemReadable,
  isResourceVisible,
  itemSection,
  mayReadHistory,
  type ActivityItem,
  type ActivityType,
} from './activity-items.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Which items are wanted. */
export type ActivityFilter = {
  /** Those that happened then or later: a time with its zone. */
  readonly since: string | undefined;
  /** Those of one graph, by id or slug. */
  readonly graph: string | undefined;
  readonly type: ActivityType | undefined;
};

/** Where a list goes on, and how many items it gives at a time. */
export type ActivityPosition = {
  /** The ordinal behind which it begins; 0 for the beginning. */
  readonly after: number;
  readonly limit: number;
};

const access = z.object({
  mayReadHistory: z.boolean(),
  /** Whether there is nothing about the filter that the caller may not know of: its graph is there. */
  mayReadGraph: z.boolean(),
  /** The last ordinal that was looked at. */
  lastOrdinal: z.number(),
  totalItems: z.number(),
});

/** Items that the caller may read, and how they go on. */
export type FilteredActivity = Readonly<
  Pick<z.infer<typeof access>, 'mayReadHistory' | 'mayReadGraph'>
> & {
  readonly items: readonly ActivityItem[];
  /** The ordinal behind which more may follow; undefined at the end of the stream. */
  readonly next: number | undefined;
};

/**
 * How many ordinals one answer looks through at most. It bounds the work where nearly all that a filter matches is closed to the caller.
 * What is counted is ordinals, which everybody with the right may count, and not matches: where an answer ends tells nothing of what
 * was left out.
 */
const ordinalsAtATime = 250_000;

/**
 * The items of the stream that match a filter, and that the caller may read: others are left out, because to match says something of
 * them.
 */
export function listFilteredActivity(
  caller: Caller,
  filter: ActivityFilter,
  { after, limit }: ActivityPosition,
): DocumentQuery<FilteredActivity> {
  const wanted = filter.graph ?? null;
  return documentQuery(
    {
      isPrepared: true,
      commonTables: sql`with ${activityPermissions(caller)},
  wanted_graph as materialized (
    select g.graph_id
    from graph g
    where ${isGraphNamed(wanted)}
  ),
  span as materialized (
    select
      f.first_ordinal,
      least(f.first_ordinal + ${int(ordinalsAtATime - 1)}, c.ordinal) as last_ordinal,
      c.ordinal as total
    from activity_counter c
    cross join lateral (
      select greatest(${bigint(BigInt(after))} + 1, ${firstSince(filter.since)}) as first_ordinal
    ) f
  ),
  found_item as materialized (
    ${matchingItems(caller, filter, limit + 1)}
  )`,
      sections: {
        access: requiredSection(
          access,
          sql`select jsonb_build_object(
        'mayReadHistory', ${mayReadHistory},
        'mayReadGraph', ${wanted === null ? sql`true` : mayReadWantedGraph(caller)},
        'lastOrdinal', s.last_ordinal,
        'totalItems', s.total
      )::text
    from span s`,
        ),
        item: itemSection('found_item'),
      },
    },
    (value) => {
      const { lastOrdinal, totalItems, ...rights } = value('access');
      const read = value('item');
      const items = read.slice(0, limit);
      const lastGiven = read.length > limit ? items.at(-1)?.ordinal : undefined;
      const lastLookedAt = lastOrdinal < totalItems ? lastOrdinal : undefined;
      return { ...rights, items, next: lastGiven ?? lastLookedAt };
    },
  );
}

/** The ordinal of the first item since a time; behind the last one where there is none. Times never go back. */
function firstSince(since: string | undefined): Statement {
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

/** The first items of the span that match, each filter a range of an index. */
function matchingItems(caller: Caller, { graph, type }: ActivityFilter, most: number): Statement {
  const first = (condition: Statement): Statement => sql`select a.*
    from activity a
    where a.ordinal >= (select s.first_ordinal from span s)
      and a.ordinal <= (select s.last_ordinal from span s)
      ${condition}
      and ${mayReadHistory}
      and ${isItemReadable(isResourceVisible(caller, sql`a.resource_id`))}
    order by a.ordinal
    limit ${int(most)}`;
  if (graph === undefined && type === undefined) {
    return sql`select a.*, true as is_readable
    from (
    ${first(sql``)}
    ) a`;
  }
  // One range for each type, since an index in the order of the stream needs one type: the first ones of each hold the first ones of all.
  const types = type === undefined ? activityTypes : [type];
  const [ofGraph, isOfGraph] =
    graph === undefined
      ? [sql``, sql``]
      : [sql`cross join wanted_graph w`, sql`and a.graph_id = w.graph_id`];
  return sql`select a.*, true as is_readable
    from unnest(${textArray(types)}) as t (activity_type)
    ${ofGraph}
    cross join lateral (
    ${first(sql`and a.activity_type = t.activity_type
      ${isOfGraph}`)}
    ) a
    order by a.ordinal
    limit ${int(most)}`;
}

/** Whether the caller may read anything of the graph that is wanted, or see any resource instance of it: others do not learn that it is there. */
function mayReadWantedGraph(caller: Caller): Statement {
  return sql`exists (
          select
          from wanted_graph w
          where w.graph_id in (select g.graph_id from readable_graph g)
            or exists (
              select
              from visible_resource(${int(caller)}) v
              where v.graph_id = w.graph_id
            )
        )`;
}

/** The texts that it can have. @public */
export const preparedVariants: PreparedVariants = {
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
