import * as z from 'zod';

import { hasRow, mapQuery, optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, json, sql, text, uuid } from '../../data-api/sql.ts';
import type { SpatialView } from '../../model/spatial-views/spatial-view.ts';
import { viewVersion } from './spatial-view-row.ts';

const written = z.object({ version: z.string(), isFilling: z.boolean() }).readonly();

/** What is told of a spatial view that was stored: its version, and whether its views are filled later. Undefined where what the write was made on has changed. */
export type WrittenView = RowsQuery<z.output<typeof written> | undefined>;

/** Of the row `v`; its views are made once it is stored. */
const told = sql`jsonb_build_object(
  'version', ${viewVersion},
  'isFilling', v.is_active and has_many_features(v.geometry_node_id)
)::text`;

/**
 * Stores a new spatial view; the database makes its views in the same transaction.
 * @param srid the coordinate reference system of its geometries, by EPSG code
 */
export function insertSpatialView(view: SpatialView, srid: number): WrittenView {
  return optionalRow(
    sql`insert into spatial_view as v (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types, attribute_nodes, srid
)
values (
  ${uuid(view.spatialViewId)},
  ${text(view.slug)},
  ${text(view.schema)},
  ${text(view.description)},
  ${uuid(view.geometryNodeId)},
  ${text(view.language)},
  ${boolean(view.isActive)},
  ${boolean(view.isMixedGeometryTypes)},
  ${json(view.attributeNodes)},
  ${int(srid)}
)
returning ${told}`,
    written,
  );
}

/**
 * Stores a spatial view in the place of what is stored of it; the database makes its views anew in the same transaction.
 * @param before the version that the change was made on
 * @param srid the coordinate reference system of its geometries, by EPSG code
 */
export function updateSpatialView(view: SpatialView, before: string, srid: number): WrittenView {
  return optionalRow(
    sql`update spatial_view v
set
  slug = ${text(view.slug)},
  schema_name = ${text(view.schema)},
  description = ${text(view.description)},
  geometry_node_id = ${uuid(view.geometryNodeId)},
  language_id = ${text(view.language)},
  is_active = ${boolean(view.isActive)},
  is_mixed_geometry_types = ${boolean(view.isMixedGeometryTypes)},
  attribute_nodes = ${json(view.attributeNodes)},
  srid = ${int(srid)},
  -- No two changes have one time, wherever the clock goes.
  changed_at = greatest(clock_timestamp(), v.changed_at + interval '1 microsecond')
where v.spatial_view_id = ${uuid(view.spatialViewId)}
  and ${viewVersion} = ${text(before)}
returning ${told}`,
    written,
  );
}

/**
 * Deletes a spatial view; the database drops its views in the same transaction.
 * @param before the version that it must have
 * @returns undefined where what is stored has changed
 */
export function deleteSpatialView(
  spatialViewId: string,
  before: string,
): RowsQuery<true | undefined> {
  const query = hasRow(sql`delete from spatial_view v
where v.spatial_view_id = ${uuid(spatialViewId)}
  and ${viewVersion} = ${text(before)}
returning 1`);
  return mapQuery(query, (isDeleted) => isDeleted || undefined);
}
