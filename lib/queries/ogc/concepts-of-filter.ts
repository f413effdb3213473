import * as z from 'zod';

import { manyRows, mapQuery, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, textArray, uuidArray, type Statement } from '../../data-api/sql.ts';

/** Some ids with commas between them, so that a row has at most 30 KB. */
const idList = (ids: Statement): Statement => sql`select to_jsonb(string_agg(i.id::text, ','))::text
from (
  select n.id, row_number() over () as number
  from (
    ${ids}
  ) n (id)
) i
group by i.number / 800`;

const listIds = (ids: Statement): RowsQuery<readonly string[]> =>
  mapQuery(manyRows(idList(ids), z.string()), (texts) => texts.flatMap((text) => text.split(',')));

/**
 * Lists the values of some concepts and of narrower ones.
 * @param most at most one more than this
 */
export function findValuesBelow(
  conceptIds: readonly string[],
  most: number,
): RowsQuery<readonly string[]> {
  return listIds(sql`with recursive below (concept_id) as (
    select unnest(${uuidArray(conceptIds)})
    union
    select l.to_concept_id
    from below b
    cross join lateral (
      select l.to_concept_id
      from hierarchy_link l
      where l.from_concept_id = b.concept_id
      offset 0
    ) l
  )
  select v.value_id
  from below b
  join concept_value v on v.concept_id = b.concept_id
  limit ${int(most + 1)}`);
}

/**
 * Lists the concepts of which some text is like one of some patterns, apart from letter case and accents. It only narrows a search:
 * what a caller may know decides whether a feature shows the text.
 * @param most at most one more than this
 */
export function findConceptsLike(
  patterns: readonly string[],
  most: number,
): RowsQuery<readonly string[]> {
  return listIds(sql`select distinct v.concept_id
  from concept_value v
  where comparable_text(v.value, true, true) like any (
    select comparable_text(p.pattern, true, true)
    from unnest(${textArray(patterns)}) p (pattern)
  )
  limit ${int(most + 1)}`);
}
