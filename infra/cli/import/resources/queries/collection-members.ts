import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { sql, uuidArray, type Statement } from '../../../../../lib/data-api/sql.ts';
import { directMembersJoin } from '../../../../../lib/queries/concepts/direct-members.ts';

/** The common table expression `collection_member`: the direct and indirect members of collections, and the collections themselves. */
export const collectionMembers = (
  collectionIds: readonly string[],
): Statement => sql`collection_member (collection_id, concept_id) as (
    select c.id, c.id
    from unnest(${uuidArray(collectionIds)}) c (id)
    union
    select m.collection_id, r.to_concept_id
    from collection_member m
    ${directMembersJoin(sql`m.concept_id`)}
  )`;

const foreignValueSchema = z
  .object({
    valueId: z.string(),
    conceptId: z.string(),
    collectionId: z.string(),
    isCollectionEmpty: z.boolean(),
  })
  .readonly();

/**
 * Finds the values of stored concepts that are no direct or indirect members of a collection. It goes from each concept up to the collections
 * that contain it, because collections can be large. `offset 0` forces index lookups.
 * @param values ids in lower case
 */
export function findValuesOutsideCollections(
  values: readonly { readonly valueId: string; readonly collectionId: string }[],
): RowsQuery<readonly z.infer<typeof foreignValueSchema>[]> {
  return manyRows(
    sql`with recursive concept as materialized (
  select i.value_id, i.collection_id, v.concept_id
  from unnest(
    ${uuidArray(values.map(({ valueId }) => valueId))},
    ${uuidArray(values.map(({ collectionId }) => collectionId))}
  ) as i (value_id, collection_id)
  cross join lateral (
    select v.concept_id
    from concept_value v
    where v.value_id = i.value_id
    offset 0
  ) v
),
container (concept_id, container_id) as (
  select c.concept_id, c.concept_id
  from concept c
  union
  select c.concept_id, r.from_concept_id
  from container c
  cross join lateral (
    select r.from_concept_id
    from concept_relation r
    where r.to_concept_id = c.container_id
      and r.relation_type = 'member'
    offset 0
  ) r
)
select jsonb_build_object(
  'valueId', c.value_id,
  'conceptId', c.concept_id,
  'collectionId', c.collection_id,
  'isCollectionEmpty', not exists (
    select
    from concept_relation r
    where r.from_concept_id = c.collection_id
      and r.relation_type = 'member'
  )
)::text
from concept c
left join container m
  on m.concept_id = c.concept_id
  and m.container_id = c.collection_id
where m.concept_id is null
  or c.concept_id = c.collection_id`,
    foreignValueSchema,
  );
}
