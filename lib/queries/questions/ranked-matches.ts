import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import { narrowQuestion } from '../../model/questions/narrow-question.ts';
import { valueCondition } from '../../model/questions/search-question.ts';
import type { SortPosition } from '../../model/questions/sort.ts';
import { conditionTables, tablesOfMatches } from './match-tables.ts';
import { namedCondition, searchedNameTable } from './named-condition.ts';
import { wordQuery } from './numbered-tests.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import { valuesAnywhere } from './record-conditions.ts';
import { sortedItemSchema } from './sorted-matches.ts';

/** The most matches that are ranked. The relevance of each is computed from its tiles. */
const maxRanked = 2000;

const rankedMatchesSchema = z
  .object({
    items: z.array(sortedItemSchema).readonly(),
    /** Whether there are too many matches to rank them all. The items then are not the first ones. */
    isIncomplete: z.boolean(),
    ...stateMembers,
  })
  .readonly();

/** A page of resource instances that are found by their values. */
export type RankedMatches = z.output<typeof rankedMatchesSchema>;

/**
 * Finds the resource instances of a question of which a readable value has the words of a search, and no name does, and returns those after a
 * position in the order of relevance. The relevance depends on the value alone that has the words best, so that it tells nothing of
 * others. The key is what it lacks.
 * @rule Searching by values: In which order does a search return what it finds by values?
 * @throws TooManyAlternatives
 */
export function findRankedMatches(
  caller: Caller,
  question: Question,
  words: string,
  after: SortPosition | null,
  limit: number,
): RowsQuery<RankedMatches> {
  const condition = valueCondition(words);
  const searched = narrowQuestion(question, [condition]);
  const tables = conditionTables(caller, searched);
  const isAfter =
    after === null
      ? sql`true`
      : sql`(k.key, k.resource_id) > (${text(after.key)}, ${uuid(after.resourceId)})`;
  return oneRow(
    sql`with recursive ${joinTables([
      tablesOfMatches(tables, searched, { after: null, limit: maxRanked + 1, isWithoutWalk: true }),
      searchedNameTable(sql`searched_name`, caller, words),
      sql`is_incomplete as materialized (
  select (select count(*) from page) > ${int(maxRanked)}
    or exists (select from candidate c where c.resource_id is null) as is_incomplete
),
ranked as materialized (
  select
    p.resource_id,
    (
      select to_char(1000000 - round(1000000 * max(ts_rank(words_of_text(text_of_value(d.value)), ${wordQuery(tables.context.numberOf(condition.test))}, 1))), 'FM0000000') collate "C"
      ${valuesAnywhere(sql`p.resource_id`, condition, tables.context)}
    ) as key
  from page p
  where not (select i.is_incomplete from is_incomplete i)
),
found as materialized (
  select k.key, k.resource_id
  from (
    select k.key, k.resource_id
    from ranked k
    where ${isAfter}
    order by k.key, k.resource_id
    -- Names are compared in this order until the page is full.
    offset 0
  ) k
  where not ${namedCondition(sql`k.resource_id`, sql`searched_name`, caller)}
  limit ${int(limit)}
)`,
    ])}
select jsonb_build_object(
  'items', (
    select coalesce(jsonb_agg(jsonb_build_object('key', f.key, 'resourceId', f.resource_id) order by f.key, f.resource_id), '[]')
    from found f
  ),
  'isIncomplete', (select i.is_incomplete from is_incomplete i),
  ${stateExpression}
)::text`,
    rankedMatchesSchema,
  );
}
