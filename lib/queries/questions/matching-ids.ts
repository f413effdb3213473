import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';

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
  ${stateExpression}
)::text`,
    matchingPageSchema,
  );
}
