import * as z from 'zod';

import { manyRows, rowExistsQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { json, sql, text, uuid } from '../../../../../lib/data-api/sql.ts';
import { countWrittenRows } from '../../queries/count-written-rows.ts';

export type OntologyRow = {
  readonly ontologyId: string;
  readonly name: string;
  readonly version: string;
  readonly document: unknown;
};

export type OntologyTerm = { readonly uri: string; readonly document: unknown };

/** Lists the ids of the stored ontologies. */
export function listOntologyIds(): RowsQuery<readonly string[]> {
  return manyRows(sql`select to_json(o.ontology_id)::text from ontology o`, z.string());
}

/**
 * Writes an ontology.
 * @returns whether it is new or changed
 */
export function mergeOntology(ontology: OntologyRow): RowsQuery<boolean> {
  return rowExistsQuery(sql`insert into ontology (ontology_id, name, version, document)
values (${uuid(ontology.ontologyId)}, ${text(ontology.name)}, ${text(ontology.version)}, ${json(ontology.document)})
on conflict (ontology_id) do update
  set name = excluded.name, version = excluded.version, document = excluded.document
  where (ontology.name, ontology.version, ontology.document)
    is distinct from (excluded.name, excluded.version, excluded.document)
returning 1`);
}

/**
 * Writes classes of an ontology.
 * @returns the number of new or changed classes
 */
export function mergeOntologyClasses(
  ontologyId: string,
  terms: readonly OntologyTerm[],
): RowsQuery<number> {
  return countWrittenRows(sql`insert into ontology_class (ontology_id, class_uri, document)
  select ${uuid(ontologyId)}, r.uri, r.document
  from jsonb_to_recordset(${json(terms)}) as r (uri text, document jsonb)
  on conflict (ontology_id, class_uri) do update
    set document = excluded.document
    where ontology_class.document is distinct from excluded.document
  returning 1`);
}

/**
 * Writes properties of an ontology.
 * @returns the number of new or changed properties
 */
export function mergeOntologyProperties(
  ontologyId: string,
  terms: readonly OntologyTerm[],
): RowsQuery<number> {
  return countWrittenRows(sql`insert into ontology_property (ontology_id, property_uri, document)
  select ${uuid(ontologyId)}, r.uri, r.document
  from jsonb_to_recordset(${json(terms)}) as r (uri text, document jsonb)
  on conflict (ontology_id, property_uri) do update
    set document = excluded.document
    where ontology_property.document is distinct from excluded.document
  returning 1`);
}
