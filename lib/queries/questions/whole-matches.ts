import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { maxEntries } from './candidates.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';

/** The last id that a statement for `maxEntries` matches compared, if there may be more after it. */
export const endOfWhole: Statement = sql`case
    when (select count(*) from page) = ${int(maxEntries)} then (select max(p.resource_id::text collate "C") from page p)
    else (select w.last_id from walk_end w)
  end`;

const wholeMatchesSchema = z
  .object({
    ids: z.array(z.string().transform(parseResourceId)).readonly(),
    /** The last id that was compared, if there may be more after it. */
    comparedTo: z.string().transform(parseResourceId).nullable(),
    ...stateMembers,
  })
  .readonly();

/** The resource instances that a question finds in one call. */
export type WholeMatches = z.output<typeof wholeMatchesSchema>;

/**
 * Finds the first visible resource instances after an id that a question means, as far as one call may work.
 * @throws TooManyAlternatives
 */
export function findWholeMatches(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
  limit: number,
): RowsQuery<WholeMatches> {
  return oneRow(
    sql`with recursive ${matchTables(caller, question, { after, limit: maxEntries })}
select jsonb_build_object(
  'ids', (
    select coalesce(jsonb_agg(p.resource_id order by p.resource_id), '[]')
    from (
      select p.resource_id
      from page p
      order by p.resource_id
      limit ${int(limit)}
    ) p
  ),
  'comparedTo', ${endOfWhole},
  ${stateExpression}
)::text`,
    wholeMatchesSchema,
  );
}
