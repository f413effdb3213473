import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, joinStatements, sql, textArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { DateRange } from '../../model/datatypes/values/extended-date-ranges.ts';

/** The SQL of a year of a concept `v` as a number; null if it is none. */
export const yearOfConcept = sql`case when v.value ~ '^ *-?[0-9]{1,9} *$' then btrim(v.value)::bigint end`;

const periodSchema = z
  .object({ name: z.string(), conceptId: z.string(), firstYear: z.number(), lastYear: z.number() })
  .readonly();

/** Finds the concepts with these labels that have a first and a last year. A caller who may not read the thesaurus finds none. */
export function findNamedPeriods(
  caller: Caller,
  names: readonly string[],
): RowsQuery<readonly z.output<typeof periodSchema>[]> {
  return manyRows(
    sql`select distinct jsonb_build_object(
  'name', r.name,
  'conceptId', y.concept_id,
  'firstYear', y.first_year,
  'lastYear', y.last_year
)::text
from unnest(${textArray(names)}) r (name)
join concept_value l
  on l.folded = folded_label(r.name)
  or l.concept_id::text = lower(r.name)
  or l.value_id::text = lower(r.name)
cross join lateral (
  select
    v.concept_id,
    max(${yearOfConcept}) filter (where v.value_type = 'min_year') as first_year,
    max(${yearOfConcept}) filter (where v.value_type = 'max_year') as last_year
  from concept_value v
  where v.concept_id = l.concept_id
  group by v.concept_id
) y
where may_read_thesaurus(${int(caller)})
  and y.first_year <= y.last_year`,
    periodSchema,
  );
}

/** Finds the concepts whose years overlap one of some ranges of days. A caller who may not read the thesaurus finds none. */
export function findPeriodConcepts(
  caller: Caller,
  ranges: readonly DateRange[],
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(y.concept_id)::text
from (
  select
    v.concept_id,
    max(${yearOfConcept}) filter (where v.value_type = 'min_year') as first_year,
    max(${yearOfConcept}) filter (where v.value_type = 'max_year') as last_year
  from concept_value v
  where v.value_type in ('min_year', 'max_year')
  group by v.concept_id
) y
where may_read_thesaurus(${int(caller)})
  and (${joinStatements(
    ranges.map(
      ({ lower, upper }) =>
        sql`y.last_year * 10000 + 1231 >= ${bigint(lower)} and y.first_year * 10000 + 101 <= ${bigint(upper)}`,
    ),
    ' or ',
  )})
order by y.concept_id`,
    z.string(),
  );
}
