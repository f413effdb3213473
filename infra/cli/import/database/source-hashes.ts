import { createHash } from 'node:crypto';

import type { ImportedRelation } from '../concepts/thesaurus.ts';

/*
 * The hashes of rows of a source. Those of infra/queries/origin.ts hash the same columns in the same order, so that a row that is
 * stored unchanged has the same hash here and there.
 */

/** Of a tile `t`. */
export const tileHash = `md5(row(
  t.resourceinstanceid, t.nodegroupid, t.parenttileid, t.sortorder, coalesce(t.tiledata, '{}')::text,
  nullif(t.provisionaledits, 'null')::text
)::text)`;

/** Of a resource instance `r`. */
export const resourceHash = `md5(row(r.graphid, nullif(r.legacyid, ''))::text)`;

/** Of a concept `c`. */
export const conceptHash = `md5(row(c.nodetype, c.legacyoid)::text)`;

/** Of a value `v` of a concept. */
export const valueHash = `md5(row(v.conceptid, v.valuetype, v.languageid, v.value)::text)`;

/** Of a spatial view `v`. */
export const spatialViewHash = `md5(row(
  v.slug, v.schema, v.description, v.geometrynodeid, v.languageid, v.isactive, v.ismixedgeometrytypes, v.attributenodes::text
)::text)`;

/** The id of a relation of concepts, which follows from its content. */
export function conceptRelationId({
  fromId,
  relationType,
  toId,
}: Pick<ImportedRelation, 'fromId' | 'relationType' | 'toId'>): string {
  const type = /[\s(),"\\]/.test(relationType) ? `"${relationType}"` : relationType;
  const hex = createHash('md5').update(`(${fromId},${type},${toId})`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
