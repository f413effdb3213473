import { createHash } from 'node:crypto';

import { hasLifeCycles, type Release } from './release.ts';
import type { ImportedRelation } from '../concepts/thesaurus.ts';

/*
 * SQL expressions for the hashes of rows of a source. Those of infra/cli/import/database/queries/origin.ts hash the same columns in the same order, so that a
 * row that is stored unchanged has the same hash in the source and in this service.
 */

/** The hash of a tile `t`. */
export const tileHash = `md5(row(
  t.resourceinstanceid, t.nodegroupid, t.parenttileid, t.sortorder, coalesce(t.tiledata, '{}')::text,
  nullif(t.provisionaledits, 'null')::text
)::text)`;

/** The identifiers of a resource instance `r` since release 8.0, as a JSON array in the order in which they were added. */
export const sourceIdentifiers = (release: Release): string =>
  release !== '8.0–8.2'
    ? `'[]'::jsonb`
    : `coalesce((
  select jsonb_agg(
    jsonb_build_object('identifier', i.identifier, 'source', i.source, 'identifier_type', coalesce(i.identifier_type, ''))
    order by i.id
  )
  from resource_identifiers i
  where i.resourceid_id = r.resourceinstanceid
), '[]')`;

/** The hash of a resource instance `r`. The state and the identifiers count where there are any, so that earlier hashes stay the same. */
export const resourceHash = (release: Release): string =>
  hasLifeCycles(release)
    ? `md5(
  row(r.graphid, nullif(r.legacyid, ''))::text
    || coalesce(r.resource_instance_lifecycle_state_id::text, '')
    || coalesce(nullif(${sourceIdentifiers(release)}, '[]')::text, '')
)`
    : `md5(row(r.graphid, nullif(r.legacyid, ''))::text)`;

/** The hash of a concept `c`. */
export const conceptHash = `md5(row(c.nodetype, c.legacyoid)::text)`;

/** The hash of a concept value `v`. */
export const valueHash = `md5(row(v.conceptid, v.valuetype, v.languageid, v.value)::text)`;

/** The hash of a spatial view `v`. */
export const spatialViewHash = `md5(row(
  v.slug, v.schema, v.description, v.geometrynodeid, v.languageid, v.isactive, v.ismixedgeometrytypes, v.attributenodes::text
)::text)`;

/** Derives the id of a relation of concepts from its content, as PostgreSQL does: the MD5 hash of the row as text. */
export function conceptRelationId({
  fromId,
  relationType,
  toId,
}: Pick<ImportedRelation, 'fromId' | 'relationType' | 'toId'>): string {
  const type = /[\s(),"\\]/.test(relationType) ? `"${relationType}"` : relationType;
  const hex = createHash('md5').update(`(${fromId},${type},${toId})`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
