import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text } from '../../data-api/sql.ts';
import { parseResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import type { SortPosition } from '../../model/questions/sort.ts';
import { maxEntries } from './candidates.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import {
  direction,
  isAfterPosition,
  nameKeyTables,
  sortKeyExpression,
  type SortOptions,
} from './sort-key-tables.ts';

export const sortedItemSchema = z
  .object({ key: z.string(), resourceId: z.string().transform(parseResourceId) })
  .readonly();

const sortedMatchesSchema = z
  .object({
    items: z.array(sortedItemSchema).readonly(),
    /** Whether not all candidates were compared, because there are too many. The items then are not the first ones. */
    isIncomplete: z.boolean(),
    ...stateMembers,
  })
  .readonly();

/** A page of the resource instances that a question finds, in an order. */
export type SortedMatches = z.output<typeof sortedMatchesSchema>;

/**
 * Finds all visible resource instances that a question means, and returns those after a position in an order.
 * @rule Searching by values: How is a list sorted?
 * @throws TooManyAlternatives
 */
export function findSortedMatches(
  question: Question,
  options: SortOptions,
  after: SortPosition | null,
  limit: number,
): RowsQuery<SortedMatches> {
  const { caller, sort } = options;
  const order = direction(sort);
  return oneRow(
    sql`with recursive ${joinTables([
      matchTables(caller, question, { after: null, limit: maxEntries + 1 }),
      sort.key === 'name' ? nameKeyTables(caller, sql`page`) : undefined,
      sql`sorted as materialized (
  select k.key, k.resource_id
  from (
    select ${sortKeyExpression(options)} collate "C" as key, r.resource_id
    from page p
    join resource r on r.resource_id = p.resource_id
    offset 0
  ) k
  where ${isAfterPosition(sort, sql`k.key`, sql`k.resource_id`, after, (key) => sql`${text(key)}`)}
  order by k.key ${order}, k.resource_id ${order}
  limit ${int(limit)}
)`,
    ])}
select jsonb_build_object(
  'items', (
    select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'resourceId', s.resource_id) order by s.key ${order}, s.resource_id ${order}), '[]')
    from sorted s
  ),
  'isIncomplete', exists (select from walk_end w where w.last_id is not null)
    or (select count(*) from page) > ${int(maxEntries)},
  ${stateExpression}
)::text`,
    sortedMatchesSchema,
  );
}
