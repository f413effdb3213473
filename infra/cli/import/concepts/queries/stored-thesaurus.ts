import * as z from 'zod';

import { documentQuery, listSection } from '../../../../../lib/data-api/document-sections.ts';
import { manyRows, type DocumentQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql, sql, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { parseConceptId, parseConceptValueId } from '../../../../../lib/model/ids.ts';

const conceptIdSchema = z.string().transform(parseConceptId);
const valueIdSchema = z.string().transform(parseConceptValueId);
const nodeTypeSchema = z.enum(['Concept', 'ConceptScheme', 'Collection']);
const nullableTextSchema = z.string().nullable();

// Rows are sent as arrays, which are shorter than objects, because there can be many thousands of them.
const conceptSchema = z
  .tuple([conceptIdSchema, nodeTypeSchema, nullableTextSchema, z.boolean(), z.boolean()])
  .transform(([id, type, legacyId, isClassStated, isOrdered]) => ({
    conceptId: id,
    nodeType: type,
    legacyId,
    isClassStated,
    isOrdered,
  }))
  .readonly();

const valueSchema = z
  .tuple([
    valueIdSchema,
    conceptIdSchema,
    z.string(),
    nullableTextSchema,
    z.string(),
    nullableTextSchema,
    nullableTextSchema,
  ])
  .transform(([id, ownerConceptId, valueType, language, text, predicate, datatype]) => ({
    valueId: id,
    conceptId: ownerConceptId,
    valueType,
    language,
    text,
    predicate,
    datatype,
  }))
  .readonly();

const relationSchema = z
  .tuple([
    conceptIdSchema,
    z.string(),
    conceptIdSchema,
    z.boolean(),
    z.boolean(),
    z.number().nullable(),
  ])
  .transform(([fromId, relationType, toId, isStated, isInverseStated, position]) => ({
    fromId,
    relationType,
    toId,
    isStated,
    isInverseStated,
    position,
  }))
  .readonly();

export type StoredThesaurusConcept = z.output<typeof conceptSchema>;
export type StoredThesaurusValue = z.output<typeof valueSchema>;
export type StoredThesaurusRelation = z.output<typeof relationSchema>;

export type StoredThesaurus = {
  readonly concepts: readonly StoredThesaurusConcept[];
  readonly values: readonly StoredThesaurusValue[];
  readonly relations: readonly StoredThesaurusRelation[];
};

/** Prevents other imports of concepts until the transaction ends. */
export function lockThesaurus(): RowsQuery<readonly unknown[]> {
  return {
    ...rawSql(`select 1 from take_lock('thesaurus')`),
    parse: (rows) => rows,
  };
}

/**
 * Reads concepts with their values and relations. `offset 0` forces index lookups, because the planner has no good statistics of
 * tables that were just filled.
 * @param valueIds more values to read, of any concept
 */
export function readStoredThesaurus(
  conceptIds: readonly string[],
  valueIds: readonly string[],
): DocumentQuery<StoredThesaurus> {
  return documentQuery(
    {
      withClause: sql`with queried as materialized (
    select unnest(${uuidArray(conceptIds)}) as concept_id
  ),
  queried_value as materialized (
    select q.concept_id, v.value_id
    from queried q
    cross join lateral (
      select v.value_id from concept_value v where v.concept_id = q.concept_id offset 0
    ) v
    union
    select v.concept_id, v.value_id
    from unnest(${uuidArray(valueIds)}) q (value_id)
    cross join lateral (
      select v.concept_id, v.value_id from concept_value v where v.value_id = q.value_id offset 0
    ) v
  ),
  queried_relation as materialized (
    select r.*
    from queried q
    cross join lateral (
      select * from concept_relation r where r.from_concept_id = q.concept_id offset 0
    ) r
    union
    select r.*
    from queried q
    cross join lateral (
      select * from concept_relation r where r.to_concept_id = q.concept_id offset 0
    ) r
  )`,
      sections: {
        concept: listSection(
          conceptSchema,
          sql`select
    row_number() over (order by q.concept_id),
    jsonb_build_array(c.concept_id, c.node_type, c.legacy_id, c.is_stated, c.is_ordered)::text
  from queried q
  cross join lateral (select * from concept c where c.concept_id = q.concept_id offset 0) c`,
        ),
        value: listSection(
          valueSchema,
          sql`select
    row_number() over (order by q.value_id),
    jsonb_build_array(
      v.value_id, v.concept_id, v.value_type, v.language_id, v.value, v.predicate, v.datatype
    )::text
  from queried_value q
  cross join lateral (select * from concept_value v where v.value_id = q.value_id offset 0) v`,
        ),
        relation: listSection(
          relationSchema,
          sql`select
    row_number() over (order by r.from_concept_id, r.relation_type, r.to_concept_id),
    jsonb_build_array(
      r.from_concept_id, r.relation_type, r.to_concept_id, r.is_stated, r.is_inverse_stated, r.position
    )::text
  from queried_relation r`,
        ),
      },
    },
    (valueOf) => ({
      concepts: valueOf('concept'),
      values: valueOf('value'),
      relations: valueOf('relation'),
    }),
  );
}

/** Finds the concepts that are in at least one of these schemes, and in no other scheme. */
export function findConceptsOnlyInSchemes(
  schemeIds: readonly string[],
): RowsQuery<readonly z.output<typeof conceptIdSchema>[]> {
  return manyRows(
    sql`select to_json(r.to_concept_id)::text
from concept_relation r
where r.relation_type = 'inScheme'
group by r.to_concept_id
having bool_and(r.from_concept_id in (select unnest(${uuidArray(schemeIds)})))
order by r.to_concept_id`,
    conceptIdSchema,
  );
}

const conceptUseSchema = z.object({
  /** The id of a value or of a concept. */
  id: z.string(),
  /** One of the objects that refer to the id, such as `node …`. */
  example: z.string(),
  count: z.number(),
});

export type ConceptUse = Readonly<z.output<typeof conceptUseSchema>>;

/**
 * Counts how often values are used in tiles and proposals, and collections in nodes. Unused values and concepts are left out.
 * @param otherThanIds the ids of resource instances whose tiles do not count
 */
export function findConceptUses(
  valueIds: readonly string[],
  conceptIds: readonly string[],
  otherThanIds: readonly string[] = [],
): RowsQuery<readonly ConceptUse[]> {
  return manyRows(
    sql`with value_use as (
  select used.value_id, t.resource_id, t.nodegroup_id
  from tile t
  cross join lateral (
    select lower(leaf.value #>> '{}') as value_id
    from jsonb_path_query(t.data, 'strict $.**', '{}', true) leaf (value)
    where jsonb_typeof(leaf.value) = 'string'
    union
    select lower(leaf.value #>> '{}')
    from jsonb_path_query(t.provisional_edits, 'strict $.**', '{}', true) leaf (value)
    where jsonb_typeof(leaf.value) = 'string'
  ) used
  where t.nodegroup_id in (select h.nodegroup_id from held_node h where h.holds = 'concept values')
    and used.value_id in (select unnest(${uuidArray(valueIds)})::text)
    and t.resource_id not in (select unnest(${uuidArray(otherThanIds)}))
)
select jsonb_build_object(
  'id', u.value_id,
  'count', count(distinct u.resource_id),
  'example', 'resource instance ' || min(u.resource_id::text)
)::text
from value_use u
group by u.value_id
union all
select jsonb_build_object(
  'id', n.config ->> 'rdmCollection',
  'count', count(*),
  'example', 'node ' || min(n.node_id::text)
)::text
from node n
where lower(n.config ->> 'rdmCollection') in (select unnest(${uuidArray(conceptIds)})::text)
group by n.config ->> 'rdmCollection'`,
    conceptUseSchema,
  );
}

/** Finds concepts that no imported file describes, and that have neither values nor relations. */
export function findEmptyConcepts(
  conceptIds: readonly string[],
): RowsQuery<readonly z.output<typeof conceptIdSchema>[]> {
  return manyRows(
    sql`select to_json(c.concept_id)::text
from concept c
where c.concept_id = any (${uuidArray(conceptIds)})
  and not c.is_stated
  and not exists (select from concept_value v where v.concept_id = c.concept_id)
  and not exists (select from concept_relation r where r.from_concept_id = c.concept_id)
  and not exists (select from concept_relation r where r.to_concept_id = c.concept_id)`,
    conceptIdSchema,
  );
}
