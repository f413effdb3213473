import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { maxEntries } from './candidates.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import { endOfWhole } from './whole-matches.ts';

const countedMatchesSchema = z
  .object({
    count: z.number(),
    /** The last id that was compared, if there may be more after it. */
    countedTo: z.string().transform(parseResourceId).nullable(),
    ...stateMembers,
  })
  .readonly();

/** The number of visible resource instances that a question finds in one call. */
export type CountedMatches = z.output<typeof countedMatchesSchema>;

/**
 * Counts the visible resource instances after an id that a question means, as far as one call may work.
 * @throws TooManyAlternatives
 */
export function countMatches(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
): RowsQuery<CountedMatches> {
  return oneRow(
    sql`with recursive ${matchTables(caller, question, { after, limit: maxEntries })}
select jsonb_build_object(
  'count', (select count(*) from page),
  'countedTo', ${endOfWhole},
  ${stateExpression}
)::text`,
    countedMatchesSchema,
  );
}
