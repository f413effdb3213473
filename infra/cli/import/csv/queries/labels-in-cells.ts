import * as z from 'zod';

import {
  manyRows,
  mapQuery,
  type DocumentQuery,
  type RowsQuery,
} from '../../../../../lib/data-api/query.ts';
import { rawSql, sql, textArray, uuid, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { labelTypes } from '../../../../../lib/model/concepts/label-order.ts';
import { collectionMembers } from '../../resources/queries/collection-members.ts';

/** The values of a CollectionLabel, in the order of its properties. */
const labelSchema = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.string(),
]);

/** A label of a member of a collection. */
export type CollectionLabel = {
  /** Empty if the label was read without a collection. */
  readonly collectionId: string;
  readonly conceptId: string;
  readonly valueId: string;
  readonly type: string;
  readonly language: string | null;
  readonly text: string;
};

const isLabelCondition = rawSql(
  `v.value_type in (${labelTypes.map((type) => `'${type}'`).join(', ')})`,
);

/** Reads the labels of all direct and indirect members of collections. `offset 0` forces index lookups, as in readStoredThesaurus(). */
export function readCollectionLabels(
  collectionIds: readonly string[],
): DocumentQuery<readonly CollectionLabel[]> {
  return {
    lines: sql`with recursive ${collectionMembers(collectionIds)}
  select
    row_number() over (order by m.collection_id, v.value_id) as position,
    jsonb_build_array(m.collection_id, v.concept_id, v.value_id, v.value_type, v.language_id, v.value)::text as line
  from collection_member m
  join concept_value v on v.concept_id = m.concept_id
  where m.concept_id <> m.collection_id
    and ${isLabelCondition}`,
    parse: (lines) => lines.map((line) => parseLabel(JSON.parse(line))),
  };
}

/**
 * Reads the labels with one of the texts, compared as in searches, of the concepts in all schemes to which members of a collection belong.
 * `offset 0` forces index lookups.
 */
export function readSchemeLabels(
  collectionId: string,
  texts: readonly string[],
): RowsQuery<readonly CollectionLabel[]> {
  const query = manyRows(
    sql`with recursive ${collectionMembers([collectionId])},
scheme as materialized (
  select distinct s.from_concept_id as concept_id
  from collection_member m
  join concept_relation s on s.to_concept_id = m.concept_id
  where s.relation_type = 'inScheme'
),
-- Each text is folded once, because that takes longer than a lookup.
folded_text as materialized (
  select distinct folded_label(t.text) as folded
  from unnest(${textArray(texts)}) t (text)
)
select jsonb_build_array(${uuid(collectionId)}, l.concept_id, l.value_id, l.value_type, l.language_id, l.value)::text
from folded_text t
cross join lateral (
  select v.*
  from concept_value v
  where v.folded = t.folded
    and ${isLabelCondition}
  offset 0
) l
cross join lateral (
  select
  from concept_relation s
  where s.to_concept_id = l.concept_id
    and s.relation_type = 'inScheme'
    and s.from_concept_id = any (array(select c.concept_id from scheme c))
  limit 1
) s`,
    labelSchema,
  );
  return mapQuery(query, (labels) => labels.map(parseLabel));
}

/** Reads labels by the ids of their values or concepts, in any collection or none. */
export function readLabels(ids: readonly string[]): RowsQuery<readonly CollectionLabel[]> {
  const query = manyRows(
    sql`select jsonb_build_array('', v.concept_id, v.value_id, v.value_type, v.language_id, v.value)::text
from concept_value v
where (v.value_id = any (${uuidArray(ids)}) or v.concept_id = any (${uuidArray(ids)}))
  and ${isLabelCondition}`,
    labelSchema,
  );
  return mapQuery(query, (labels) => labels.map(parseLabel));
}

function parseLabel(label: unknown): CollectionLabel {
  const [collectionId, conceptId, valueId, type, language, text] = labelSchema.parse(label);
  return { collectionId, conceptId, valueId, type, language, text };
}

const namedResourceSchema = z
  .object({ name: z.string(), resourceId: z.string(), graphId: z.string() })
  .readonly();

/** A resource instance whose name equals the text of a CSV cell. */
export type NamedResource = z.infer<typeof namedResourceSchema>;

/** Finds the resource instances that have one of the names, in any language. Names are compared as in searches (`folded_label`). */
export function findResourcesByName(names: readonly string[]): RowsQuery<readonly NamedResource[]> {
  return manyRows(
    // An entry can be outdated or cut off, so the full current names are compared too.
    sql`select distinct jsonb_build_object('name', n.name, 'resourceId', r.resource_id, 'graphId', r.graph_id)::text
from unnest(${textArray(names)}) n (name)
join name_entry e on e.entry = left(folded_label(n.name), 200)
join resource r on r.resource_id = e.resource_id
where e.is_whole
  and exists (
    select
    from jsonb_each(r.descriptors) d
    where folded_label(d.value -> 'name' ->> 'value') = folded_label(n.name)
  )`,
    namedResourceSchema,
  );
}
