import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { json, sql } from '../../../../lib/data-api/sql.ts';
import { parseConceptId } from '../../../../lib/model/ids.ts';

const namedConceptSchema = z
  .object({
    name: z.string(),
    conceptId: z.string().transform(parseConceptId),
    nodeType: z.enum(['Concept', 'ConceptScheme', 'Collection']),
    label: z.string().nullable(),
  })
  .readonly();

/** A concept that matches a name. */
export type NamedConcept = z.output<typeof namedConceptSchema>;

/**
 * Finds concepts by id, and schemes and collections by label in any letter case.
 * @param names each with its concept id if the name is an id or a URI that contains one; null if it can only be a label
 */
export function findConceptsByName(
  names: readonly { readonly name: string; readonly conceptId: string | null }[],
): RowsQuery<readonly NamedConcept[]> {
  return manyRows(
    sql`with requested as (
  select *
  from jsonb_to_recordset(${json(names)}) as r (name text, "conceptId" uuid)
),
match as (
  select r.name, r."conceptId" as concept_id
  from requested r
  union
  select r.name, c.concept_id
  from concept c
  join concept_value v on v.concept_id = c.concept_id
  join requested r on lower(r.name) = lower(v.value)
  where c.node_type <> 'Concept'
    and v.value_type in ('prefLabel', 'title')
)
select jsonb_build_object(
  'name', m.name,
  'conceptId', c.concept_id,
  'nodeType', c.node_type,
  'label', (
    select min(v.value collate "C")
    from concept_value v
    where v.concept_id = c.concept_id
      and v.value_type = 'prefLabel'
  )
)::text
from match m
join concept c on c.concept_id = m.concept_id
order by m.name collate "C", c.concept_id`,
    namedConceptSchema,
  );
}

/** Reads whether the thesaurus has any concepts. */
export function hasConcepts(): RowsQuery<boolean> {
  return oneRow(sql`select to_json(exists (select from concept))::text`, z.boolean());
}
