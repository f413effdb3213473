import * as z from 'zod';

import { rowExistsQuery, mapQuery, optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, json, sql, text, uuid } from '../../data-api/sql.ts';
import type { SpatialView } from '../../model/spatial-views/spatial-view.ts';
import { viewVersion } from './spatial-view-row.ts';

const writtenViewSchema = z.object({ version: z.string(), isFilling: z.boolean() }).readonly();

/**
 * The new version of a spatial view, and whether its database views are filled later, in the background. Undefined if an update did not
 * find the expected version.
 */
export type WriteViewQuery = RowsQuery<z.output<typeof writtenViewSchema> | undefined>;

/** The result for the row `v`. The trigger runs afterwards, so `isFilling` is derived from the number of features, as in the trigger. */
const writtenResult = sql`jsonb_build_object(
  'version', ${viewVersion},
  'isFilling', v.is_active and has_many_features(v.geometry_node_id)
)::text`;

/**
 * Stores a new spatial view; a trigger creates its database views in the same transaction.
 * @param srid the EPSG code of its geometries
 */
export function insertSpatialView(view: SpatialView, srid: number): WriteViewQuery {
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
returning ${writtenResult}`,
    writtenViewSchema,
  );
}

/**
 * Replaces a spatial view; a trigger creates its database views again in the same transaction.
 * @param expectedVersion the version that was read
 * @param srid the EPSG code of its geometries
 */
export function updateSpatialView(
  view: SpatialView,
  expectedVersion: string,
  srid: number,
): WriteViewQuery {
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
  -- Every change has a later time, even if the clock was set back.
  changed_at = greatest(clock_timestamp(), v.changed_at + interval '1 microsecond')
where v.spatial_view_id = ${uuid(view.spatialViewId)}
  and ${viewVersion} = ${text(expectedVersion)}
returning ${writtenResult}`,
    writtenViewSchema,
  );
}

/**
 * Deletes a spatial view; a trigger drops its database views in the same transaction.
 * @param expectedVersion the version that was read
 * @returns undefined if the view has changed since
 */
export function deleteSpatialView(
  spatialViewId: string,
  expectedVersion: string,
): RowsQuery<true | undefined> {
  const query = rowExistsQuery(sql`delete from spatial_view v
where v.spatial_view_id = ${uuid(spatialViewId)}
  and ${viewVersion} = ${text(expectedVersion)}
returning 1`);
  return mapQuery(query, (isDeleted) => isDeleted || undefined);
}
