import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, json, sql, text, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** A concept as a condition names it: by a label in any language, the id of a value, its own id, or a URI. */
export type ConceptName = {
  readonly text: string;
  /** The collection of the node, in which a label is looked up; null for the whole thesaurus. */
  readonly collectionId: string | null;
};

const namedConceptSchema = z
  .object({
    /** The index of the name in the request. */
    position: z.number(),
    conceptId: z.string(),
  })
  .readonly();

/**
 * Finds the concepts with these names. A label means every concept with it in the collection. A caller who may not read the thesaurus finds
 * concepts by ids only.
 * @rule Searching by values: Which concepts does the value of a condition name?
 */
export function findNamedConcepts(
  caller: Caller,
  names: readonly ConceptName[],
): RowsQuery<readonly z.output<typeof namedConceptSchema>[]> {
  return manyRows(
    sql`with recursive requested as materialized (
  select
    (r.position - 1)::integer as position,
    r.name ->> 'text' as text,
    (r.name ->> 'collectionId')::uuid as collection_id,
    -- The URI of a concept ends with its id, unless the id was derived from it.
    substring(lower(r.name ->> 'text') from '(?:^|/)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/?$')::uuid as id
  from jsonb_array_elements(${json(names)}) with ordinality r (name, position)
),
labelled as materialized (
  select r.position, r.collection_id, v.concept_id
  from requested r
  join concept_value v on v.folded = folded_label(r.text)
  where r.id is null
    and may_read_thesaurus(${int(caller)})
),
-- Upwards from the concepts, because a collection can have thousands of members.
collection_of (position, concept_id, collection_id) as (
  select l.position, l.concept_id, m.from_concept_id
  from labelled l
  join concept_relation m
    on m.to_concept_id = l.concept_id
    and m.relation_type = 'member'
  where l.collection_id is not null
  union
  select c.position, c.concept_id, m.from_concept_id
  from collection_of c
  join concept_relation m
    on m.to_concept_id = c.collection_id
    and m.relation_type = 'member'
)
select distinct jsonb_build_object('position', f.position, 'conceptId', f.concept_id)::text
from (
  select r.position, v.concept_id
  from requested r
  join concept_value v on v.value_id = r.id
  union all
  select r.position, c.concept_id
  from requested r
  join concept c on c.concept_id = r.id
  union all
  select r.position, v.concept_id
  from requested r
  -- With an offset, the planner looks up each name. Otherwise it reads all identifiers.
  cross join lateral (
    select v.concept_id
    from concept_value v
    where v.value = r.text
      and v.value_type = 'identifier'
    offset 0
  ) v
  where may_read_thesaurus(${int(caller)})
  union all
  select l.position, l.concept_id
  from labelled l
  where l.collection_id is null
    or exists (
      select
      from collection_of c
      where c.position = l.position
        and c.concept_id = l.concept_id
        and c.collection_id = l.collection_id
    )
) f`,
    namedConceptSchema,
  );
}

/** Lists up to five labels of concepts of a collection that are similar to a name, the most similar first. */
export function findSimilarLabels(
  caller: Caller,
  { text: name, collectionId }: ConceptName,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with recursive similar_label as materialized (
  select v.concept_id, v.value, similarity(v.folded, folded_label(${text(name)})) as similarity
  from concept_value v
  where v.folded % folded_label(${text(name)})
    and may_read_thesaurus(${int(caller)})
  order by similarity desc, v.value
  limit 200
),
-- The concepts above those with similar labels.
above (concept_id, above_id) as (
  select distinct l.concept_id, l.concept_id
  from similar_label l
  union
  select a.concept_id, r.from_concept_id
  from above a
  join concept_relation r on r.to_concept_id = a.above_id
  where r.relation_type = 'member'
)
select to_jsonb(s.value)::text
from (
  select l.value, max(l.similarity) as similarity
  from similar_label l
  where ${uuid(collectionId)} is null
    or exists (
      select
      from above a
      where a.concept_id = l.concept_id
        and a.above_id = ${uuid(collectionId)}
    )
  group by l.value
) s
order by s.similarity desc, s.value
limit 5`,
    z.string(),
  );
}
