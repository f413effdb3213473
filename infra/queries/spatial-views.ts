import { boolean, int, json, sql, text, uuid, type Statement } from '../../lib/data-api/sql.ts';

/** A spatial view as a file has it (specification, "Spatial view"). */
export type SpatialViewFile = {
  readonly spatialviewid: string;
  readonly slug: string;
  readonly schema: string;
  readonly description: string;
  readonly geometrynodeid: string;
  readonly language: string;
  readonly isactive: boolean;
  readonly ismixedgeometrytypes: boolean;
  readonly attributenodes: readonly { readonly nodeid: string; readonly description: string }[];
};

/** Stores a spatial view, where there is none of this id. @param srid the EPSG code of its reference system */
export function addSpatialView(view: SpatialViewFile, srid: 3857 | 4326): Statement {
  return sql`insert into spatial_view (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types, attribute_nodes, srid
)
values (
  ${uuid(view.spatialviewid)},
  ${text(view.slug)},
  ${text(view.schema)},
  ${text(view.description)},
  ${uuid(view.geometrynodeid)},
  ${text(view.language)},
  ${boolean(view.isactive)},
  ${boolean(view.ismixedgeometrytypes)},
  ${json(view.attributenodes)},
  ${int(srid)}
)
on conflict (spatial_view_id) do nothing`;
}
