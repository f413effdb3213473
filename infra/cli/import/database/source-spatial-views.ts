import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  isAttributeNode,
  type SpatialView,
} from '../../../../lib/model/spatial-views/spatial-view.ts';
import type { Source } from './source.ts';

/** Returns whether the source has spatial views, which exist since release 7.6. */
export async function hasSpatialViews(source: Source): Promise<boolean> {
  const [row] = await source.read(`select to_regclass('public.spatial_views')::text as name`);
  return row?.['name'] != null;
}

/** Reads the definitions of the spatial views of a source that has them. */
export async function readSourceSpatialViews(source: Source): Promise<readonly SpatialView[]> {
  const rows = await source.read(`select
  v.spatialviewid, v.slug, v.schema, v.description, v.geometrynodeid, v.languageid, v.isactive::text, v.ismixedgeometrytypes::text,
  v.attributenodes::text
from spatial_views v
order by v.spatialviewid`);
  return rows.map((row) => {
    const attributeNodes = parseLossless(row['attributenodes'] ?? '[]');
    return {
      spatialViewId: row['spatialviewid'] ?? '',
      slug: row['slug'] ?? '',
      schema: row['schema'] ?? 'public',
      description: row['description'] ?? '',
      geometryNodeId: row['geometrynodeid'] ?? '',
      language: row['languageid'] ?? '',
      isActive: row['isactive'] === 'true',
      isMixedGeometryTypes: row['ismixedgeometrytypes'] === 'true',
      attributeNodes: Array.isArray(attributeNodes) ? attributeNodes.filter(isAttributeNode) : [],
    };
  });
}
