import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { documentQuery, requiredSection } from '../../data-api/document-sections.ts';
import { oneRow, type DocumentQuery, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  activityPermissionTables,
  itemReadableCondition,
  resourceVisibleCondition,
  itemSection,
  mayReadHistoryCondition,
  type ActivityItem,
} from './activity-items.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const streamSchema = z
  .object({
    mayReadHistory: z.boolean(),
    /** The number of items, which is the highest ordinal. */
    totalItems: z.number(),
    pageSize: z.number(),
  })
  .readonly();

export type ActivityStream = z.infer<typeof streamSchema>;

const streamExpression = (mayRead: Statement): Statement => sql`jsonb_build_object(
        'mayReadHistory', ${mayRead},
        'totalItems', c.ordinal,
        'pageSize', history_page_size()
      )::text
    from activity_counter c`;

/** Finds the stream without its items. */
export function findActivityStream(caller: Caller): RowsQuery<ActivityStream> {
  return oneRow(
    markPrepared(sql`select ${streamExpression(sql`may_read_history(${int(caller)})`)}`),
    streamSchema,
  );
}

export type ActivityStreamItems = {
  readonly stream: ActivityStream;
  /** In the order of their ordinals; none if the caller may not read the history. */
  readonly items: readonly ActivityItem[];
};

/**
 * Finds a page of the stream: a fixed range of ordinals.
 * @rule Activity stream: Which items does a page have?
 * @param page from 1
 */
export function findActivityPage(caller: Caller, page: number): DocumentQuery<ActivityStreamItems> {
  const itemsBefore = (pages: number): Statement =>
    sql`(select ${bigint(BigInt(pages))} * history_page_size())`;
  return findItems(
    caller,
    sql`a.ordinal > ${itemsBefore(page - 1)}
      and a.ordinal <= ${itemsBefore(page)}`,
  );
}

/** Finds one item of the stream. */
export function findActivity(caller: Caller, ordinal: number): DocumentQuery<ActivityStreamItems> {
  return findItems(caller, sql`a.ordinal = ${bigint(BigInt(ordinal))}`);
}

function findItems(caller: Caller, condition: Statement): DocumentQuery<ActivityStreamItems> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${activityPermissionTables(caller)},
  selected_item as materialized (
    select a.*, ${itemReadableCondition(resourceVisibleCondition(caller, sql`a.resource_id`))} as is_readable
    from activity a
    where ${condition}
      and ${mayReadHistoryCondition}
  )`,
      sections: {
        stream: requiredSection(
          streamSchema,
          sql`select ${streamExpression(mayReadHistoryCondition)}`,
        ),
        item: itemSection('selected_item'),
      },
    },
    (section) => ({ stream: section('stream'), items: section('item') }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findActivityStream(caller),
    findActivityPage(caller, 1),
    findActivity(caller, 1),
  ],
};
