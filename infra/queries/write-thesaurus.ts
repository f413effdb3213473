import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { json, sql } from '../../lib/data-api/sql.ts';
import { countWritten } from './count-written.ts';

export type ConceptRow = {
  readonly concept_id: string;
  readonly node_type: string;
  readonly legacy_id: string | null;
};

export type ConceptValueRow = {
  readonly value_id: string;
  readonly concept_id: string;
  readonly value_type: string;
  readonly language_id: string | null;
  readonly value: string;
};

export type ConceptRelationRow = {
  readonly from_concept_id: string;
  readonly to_concept_id: string;
  readonly relation_type: string;
  readonly is_stated: boolean;
  readonly is_inverse_stated: boolean;
};

/**
 * Inserts concepts, or makes a scheme or collection of one that was only mentioned as a concept before.
 * @returns the number of those that are new or changed
 */
export function mergeConcepts(rows: readonly ConceptRow[]): RowsQuery<number> {
  return countWritten(sql`insert into concept (concept_id, node_type, legacy_id)
  select r.concept_id, r.node_type, r.legacy_id
  from jsonb_to_recordset(${json(rows)}) as r (concept_id uuid, node_type text, legacy_id text)
  on conflict (concept_id) do update
    set
      node_type = case when excluded.node_type = 'Concept' then concept.node_type else excluded.node_type end,
      legacy_id = coalesce(concept.legacy_id, excluded.legacy_id)
    where (concept.node_type, concept.legacy_id)
      is distinct from (
        case when excluded.node_type = 'Concept' then concept.node_type else excluded.node_type end,
        coalesce(concept.legacy_id, excluded.legacy_id)
      )
  returning 1`);
}

/**
 * Inserts labels, notes and other values of concepts, or updates those that differ. A value never moves to another concept.
 * @returns the number of those that are new or changed
 */
export function mergeConceptValues(rows: readonly ConceptValueRow[]): RowsQuery<number> {
  return oneRow(
    sql`with incoming as (
  select *
  from jsonb_to_recordset(${json(rows)}) as r (
    value_id uuid,
    concept_id uuid,
    value_type text,
    language_id text,
    value text
  )
),
new_type as (
  insert into value_type (value_type, category)
  select distinct i.value_type, 'undefined'
  from incoming i
  on conflict (value_type) do nothing
),
written as (
  insert into concept_value (value_id, concept_id, value_type, language_id, value)
  select i.value_id, i.concept_id, i.value_type, i.language_id, i.value
  from incoming i
  on conflict (value_id) do update
    set
      value_type = excluded.value_type,
      language_id = excluded.language_id,
      value = excluded.value
    where concept_value.concept_id = excluded.concept_id
      and (concept_value.value_type, concept_value.language_id, concept_value.value)
        is distinct from (excluded.value_type, excluded.language_id, excluded.value)
  returning 1
)
select count(*)::text
from written`,
    z.number(),
  );
}

/** Inserts relations between concepts, or adds what is stated of them. @returns the number of those that are new or changed */
export function mergeConceptRelations(rows: readonly ConceptRelationRow[]): RowsQuery<number> {
  return countWritten(sql`insert into concept_relation as r (
    from_concept_id, to_concept_id, relation_type, is_stated, is_inverse_stated
  )
  select i.from_concept_id, i.to_concept_id, i.relation_type, i.is_stated, i.is_inverse_stated
  from jsonb_to_recordset(${json(rows)}) as i (
    from_concept_id uuid,
    to_concept_id uuid,
    relation_type text,
    is_stated boolean,
    is_inverse_stated boolean
  )
  on conflict (from_concept_id, to_concept_id, relation_type) do update
    set
      is_stated = r.is_stated or excluded.is_stated,
      is_inverse_stated = r.is_inverse_stated or excluded.is_inverse_stated
    where (excluded.is_stated and not r.is_stated)
      or (excluded.is_inverse_stated and not r.is_inverse_stated)
  returning 1`);
}

/** Writes what follows from the relations that are stated. @returns the number of relations that came or went */
export function deriveConceptRelations(): RowsQuery<number> {
  return oneRow(sql`select derive_concept_relations()::text`, z.number());
}
