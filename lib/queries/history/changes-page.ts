import * as z from 'zod';

import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, int, sql, text } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { listedNamesExpression, listedNameTables } from '../resources/listed-names.ts';
import { idsInDescriptorsColumn } from '../resources/resource-document-fragments.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import {
  activityPermissionTables,
  activityTypes,
  itemReadableCondition,
  mayReadHistoryCondition,
  resourceVisibleCondition,
} from './activity-items.ts';

/** Which changes a page lists. */
export type ChangesFilter = {
  /** The earliest time, with its time zone. */
  readonly since: string | undefined;
  /** The id or slug of a model. */
  readonly graph: string | undefined;
  /** The username of the account that made the change. */
  readonly person: string | undefined;
};

const listedChangeSchema = z
  .object({
    ordinal: z.number(),
    type: z.enum(activityTypes),
    /** RFC 3339, in UTC, to the second. */
    endTime: z.string(),
    /** Null if unknown. */
    username: z.string().nullable(),
    resourceId: z.string(),
    graphId: z.string(),
    /** The names that the caller may read, by language; null if the resource instance does not exist. */
    names: z.record(z.string(), z.string()).nullable(),
  })
  .readonly();

export type ListedChange = z.output<typeof listedChangeSchema>;

/** A page of the latest changes. */
export type ChangesPage = {
  readonly mayReadHistory: boolean;
  readonly changes: readonly ListedChange[];
  /** The ordinal before which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
  readonly models: readonly ListedModel[];
  readonly pageReader: PageReader;
};

/** How many ordinals a page searches at most, which bounds its work. Ordinals tell nothing of unreadable items. */
const maxOrdinals = 20_000;

const accessSchema = z.object({ mayReadHistory: z.boolean(), spanStart: z.number() });

/**
 * Lists the changes that match a filter and that the caller may know of, latest first.
 * @param before the ordinal before which the page begins; undefined for the latest changes
 */
export function findChangesPage(
  caller: Caller,
  filter: ChangesFilter,
  before: number | undefined,
  limit: number,
): DocumentQuery<ChangesPage> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return documentQuery(
    {
      isPrepared: !isFiltered,
      withClause: sql`with ${activityPermissionTables(caller)},
  ${readableModelTable(caller)},
  span as materialized (
    select greatest(s.before - ${int(maxOrdinals)}, 1) as first_ordinal, s.before
    from (
      select least(${bigint(BigInt(before ?? Number.MAX_SAFE_INTEGER))}, c.ordinal + 1) as before
      from activity_counter c
    ) s
  ),
  listed_change as materialized (
    select
      a.ordinal,
      a.activity_type,
      a.end_time,
      a.account_id,
      a.resource_id,
      a.graph_id,
      r.descriptors,
      ${idsInDescriptorsColumn}
    from (
      select a.*
      from activity a
      where a.ordinal >= (select s.first_ordinal from span s)
        and a.ordinal < (select s.before from span s)
        ${filter.since === undefined ? sql`` : sql`and a.end_time >= ${text(filter.since)}::timestamptz`}
        ${
          filter.graph === undefined
            ? sql``
            : sql`and a.graph_id in (
          select g.graph_id
          from graph g
          where ${graphIdOrSlugCondition(filter.graph)}
        )`
        }
        ${
          filter.person === undefined
            ? sql``
            : sql`and a.account_id in (select p.account_id from account p where p.username = ${text(filter.person)})`
        }
        and ${mayReadHistoryCondition}
        and ${itemReadableCondition(resourceVisibleCondition(caller, sql`a.resource_id`))}
      order by a.ordinal desc
      limit ${int(limit + 1)}
    ) a
    left join resource r on r.resource_id = a.resource_id
  ),
  ${listedNameTables(caller, sql`listed_change`)}`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object('mayReadHistory', ${mayReadHistoryCondition}, 'spanStart', s.first_ordinal)::text
    from span s`,
        ),
        pageReader: requiredSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        change: listSection(
          listedChangeSchema,
          sql`select
      row_number() over (order by r.ordinal desc),
      jsonb_build_object(
        'ordinal', r.ordinal,
        'type', r.activity_type,
        'endTime', to_char(r.end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'username', (select p.username from account p where p.account_id = r.account_id),
        'resourceId', r.resource_id,
        'graphId', r.graph_id,
        'names', case when r.descriptors is not null then ${listedNamesExpression} end
      )::text
    from listed_change r`,
        ),
      },
    },
    (section) => {
      const { mayReadHistory, spanStart } = section('access');
      const listed = section('change');
      const changes = listed.slice(0, limit);
      const last = listed.length > limit ? changes.at(-1)?.ordinal : undefined;
      return {
        mayReadHistory,
        changes,
        next: last ?? (spanStart > 1 ? spanStart : undefined),
        models: section('model'),
        pageReader: section('pageReader'),
      };
    },
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findChangesPage(
      caller,
      { since: undefined, graph: undefined, person: undefined },
      undefined,
      1,
    ),
  ],
};
