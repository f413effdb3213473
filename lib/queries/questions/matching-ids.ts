import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { matchTables, maxOwnGrants } from './match-tables.ts';

/** The most values of the concepts of a condition. */
const maxConceptValues = 20_000;

const stateMembers = {
  /** The share of the entries of values that is computed, from 0 to 1; null if all are, so that the answer is complete. */
  filled: z.number().nullable(),
  /** Whether the account has more grants of its own than are looked up, so that the answer may not be complete. */
  hasTooManyGrants: z.boolean(),
  /** Whether the concepts of a condition, with narrower ones, have more values than can be compared. */
  isTooBroad: z.boolean(),
  /** Whether a question about related resource instances finds more than can be compared. */
  isCut: z.boolean(),
};

/** The members of `stateMembers`, for jsonb_build_object. */
const state = sql`'filled', filling_value_entries_progress(),
  'hasTooManyGrants', (select count(*) > ${int(maxOwnGrants)} from own_resource),
  'isTooBroad', exists (
    select
    from concept_value_of_test v
    group by v.test_number
    having count(*) > ${int(maxConceptValues)}
  ),
  'isCut', exists (select from cut_target)`;

const matchingPageSchema = z
  .object({
    ids: z.array(z.string().transform(parseResourceId)).readonly(),
    /** The last id that was compared, if the work of a call was used up before the page was full. */
    walkedTo: z.string().transform(parseResourceId).nullable(),
    ...stateMembers,
  })
  .readonly();

/** A page of the resource instances that a question finds. */
export type MatchingPage = z.output<typeof matchingPageSchema>;

/**
 * Finds the visible resource instances that a question means, in the order of their ids.
 * @param question at least one model
 * @throws TooManyAlternatives
 */
export function findMatchingIds(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
  limit: number,
): RowsQuery<MatchingPage> {
  return oneRow(
    sql`with recursive ${matchTables(caller, question, { after, limit })}
select jsonb_build_object(
  'ids', (select coalesce(jsonb_agg(p.resource_id order by p.resource_id), '[]') from page p),
  'walkedTo', case
    when (select count(*) from page) < ${int(limit)} then (select w.last_id from walk_end w)
  end,
  ${state}
)::text`,
    matchingPageSchema,
  );
}
