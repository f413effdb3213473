import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { json, sql, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { countWrittenRows } from '../../queries/count-written-rows.ts';
import { assignExcluded, differsFromExcluded } from '../../queries/excluded-columns.ts';

export type ThesaurusConceptRow = {
  readonly concept_id: string;
  readonly node_type: string;
  readonly legacy_id: string | null;
  readonly is_stated: boolean;
  readonly is_ordered: boolean;
};

export type ThesaurusValueRow = {
  readonly value_id: string;
  readonly concept_id: string;
  readonly value_type: string;
  readonly language_id: string | null;
  readonly value: string;
  readonly predicate: string | null;
  readonly datatype: string | null;
};

export type ThesaurusRelationRow = {
  readonly from_concept_id: string;
  readonly to_concept_id: string;
  readonly relation_type: string;
  readonly is_stated: boolean;
  readonly is_inverse_stated: boolean;
  readonly position: number | null;
};

/**
 * Inserts or updates concepts. A legacy id that is already stored does not change.
 * @returns the number of new or changed concepts
 */
export function mergeConcepts(rows: readonly ThesaurusConceptRow[]): RowsQuery<number> {
  return countWrittenRows(sql`insert into concept (concept_id, node_type, legacy_id, is_stated, is_ordered)
  select i.concept_id, i.node_type, i.legacy_id, i.is_stated, i.is_ordered
  from jsonb_to_recordset(${json(rows)}) as i (
    concept_id uuid,
    node_type text,
    legacy_id text,
    is_stated boolean,
    is_ordered boolean
  )
  on conflict (concept_id) do update
    set
      node_type = excluded.node_type,
      legacy_id = coalesce(concept.legacy_id, excluded.legacy_id),
      is_stated = excluded.is_stated,
      is_ordered = excluded.is_ordered
    where (concept.node_type, concept.legacy_id, concept.is_stated, concept.is_ordered)
      is distinct from (
        excluded.node_type,
        coalesce(concept.legacy_id, excluded.legacy_id),
        excluded.is_stated,
        excluded.is_ordered
      )
  returning 1`);
}

const valueColumns = 'value_type, language_id, value, predicate, datatype';

/**
 * Inserts or updates concept values. Ignores values that belong to another concept.
 * @returns the number of new or changed values
 */
export function mergeConceptValues(rows: readonly ThesaurusValueRow[]): RowsQuery<number> {
  return oneRow(
    sql`with incoming as (
  select *
  from jsonb_to_recordset(${json(rows)}) as r (
    value_id uuid,
    concept_id uuid,
    value_type text,
    language_id text,
    value text,
    predicate text,
    datatype text
  )
),
new_type as (
  insert into value_type (value_type, category)
  select distinct i.value_type, 'undefined'
  from incoming i
  on conflict (value_type) do nothing
),
written as (
  insert into concept_value (value_id, concept_id, value_type, language_id, value, predicate, datatype)
  select i.value_id, i.concept_id, i.value_type, i.language_id, i.value, i.predicate, i.datatype
  from incoming i
  on conflict (value_id) do update
    set ${assignExcluded(valueColumns)}
    where concept_value.concept_id = excluded.concept_id
      and ${differsFromExcluded('concept_value', valueColumns)}
  returning 1
)
select count(*)::text
from written`,
    z.number(),
  );
}

const relationColumns = 'is_stated, is_inverse_stated, position';

/**
 * Inserts or updates relations between concepts.
 * @returns the number of new or changed relations
 */
export function mergeConceptRelations(rows: readonly ThesaurusRelationRow[]): RowsQuery<number> {
  return countWrittenRows(sql`insert into concept_relation as r (
    from_concept_id, to_concept_id, relation_type, is_stated, is_inverse_stated, position
  )
  select i.from_concept_id, i.to_concept_id, i.relation_type, i.is_stated, i.is_inverse_stated, i.position
  from jsonb_to_recordset(${json(rows)}) as i (
    from_concept_id uuid,
    to_concept_id uuid,
    relation_type text,
    is_stated boolean,
    is_inverse_stated boolean,
    position integer
  )
  on conflict (from_concept_id, to_concept_id, relation_type) do update
    set ${assignExcluded(relationColumns)}
    where ${differsFromExcluded('r', relationColumns)}
  returning 1`);
}

/** Deletes concept values. @returns the number of deleted values */
export function removeConceptValues(ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`delete from concept_value v
  where v.value_id = any (${uuidArray(ids)})
  returning 1`);
}

/**
 * Deletes concepts with their values and relations.
 * @returns the number of deleted concepts
 */
export function removeConcepts(ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`delete from concept c
  where c.concept_id = any (${uuidArray(ids)})
  returning 1`);
}

/** Deletes concepts without values. @returns their ids */
export function removeConceptsWithoutValues(ids: readonly string[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`delete from concept c
where c.concept_id = any (${uuidArray(ids)})
  and not exists (select from concept_value v where v.concept_id = c.concept_id)
returning to_json(c.concept_id)::text`,
    z.string(),
  );
}

/**
 * Deletes relations between concepts.
 * @param ids hashes of their content, as in the table `origin`
 * @returns the number of deleted relations
 */
export function removeConceptRelations(ids: readonly string[]): RowsQuery<number> {
  return countWrittenRows(sql`delete from concept_relation r
  where md5(row(r.from_concept_id, r.relation_type, r.to_concept_id)::text)::uuid = any (${uuidArray(ids)})
  returning 1`);
}

/**
 * Updates the relations that are derived from stated ones.
 * @returns the number of inserted and deleted relations
 */
export function deriveConceptRelations(): RowsQuery<number> {
  return oneRow(sql`select derive_concept_relations()::text`, z.number());
}
