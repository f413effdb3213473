import * as z from 'zod';

import { manyRows, type DocumentQuery, type RowsQuery } from '../../lib/data-api/query.ts';
import { sql, uuidArray, type Statement } from '../../lib/data-api/sql.ts';

/** The common table expression `collection_member`: the direct and indirect members of collections, and the collections themselves. */
export const collectionMembers = (
  collectionIds: readonly string[],
): Statement => sql`collection_member (collection_id, concept_id) as (
    select c.id, c.id
    from unnest(${uuidArray(collectionIds)}) c (id)
    union
    select m.collection_id, r.to_concept_id
    from collection_member m
    cross join lateral (
      select r.to_concept_id
      from concept_relation r
      where r.from_concept_id = m.concept_id
        and r.relation_type = 'member'
      offset 0
    ) r
  )`;

const memberSchema = z.tuple([z.string(), z.string()]);

/** Reads the ids of the direct and indirect members of collections. @returns pairs of the ids of a collection and a member */
export function readCollectionMembers(
  collectionIds: readonly string[],
): DocumentQuery<readonly (readonly [collectionId: string, conceptId: string])[]> {
  return {
    lines: sql`with recursive ${collectionMembers(collectionIds)}
  select
    row_number() over (order by m.collection_id, m.concept_id) as position,
    jsonb_build_array(m.collection_id, m.concept_id)::text as line
  from collection_member m
  where m.concept_id <> m.collection_id`,
    parse: (lines) => lines.map((line) => memberSchema.parse(JSON.parse(line))),
  };
}

const conceptOfValueSchema = z.object({ valueId: z.string(), conceptId: z.string() }).readonly();

/** Reads the concepts of values. @param valueIds in lower case */
export function readConceptsOfValues(
  valueIds: readonly string[],
): RowsQuery<readonly z.infer<typeof conceptOfValueSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('valueId', v.value_id, 'conceptId', v.concept_id)::text
from concept_value v
where v.value_id = any (${uuidArray(valueIds)})`,
    conceptOfValueSchema,
  );
}
