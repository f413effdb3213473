import type { SpatialView } from '../../model/spatial-views/spatial-view.ts';

/**
 * Creates the document of a spatial view (specification, Spatial view), with a link to its OGC API Features
 * collection while it is active, its problems, and the status `filling` until it is filled.
 * @param problems as sentences
 */
export function spatialViewDocument(
  view: SpatialView & { readonly isFilling: boolean },
  problems: readonly string[],
  baseUrl: string,
): Readonly<Record<string, unknown>> {
  return {
    spatialviewid: view.spatialViewId,
    description: view.description,
    geometrynodeid: view.geometryNodeId,
    isactive: view.isActive,
    ismixedgeometrytypes: view.isMixedGeometryTypes,
    language: view.language,
    schema: view.schema,
    slug: view.slug,
    attributenodes: view.attributeNodes,
    ...(view.isActive ? { collection: `${baseUrl}/ogc/collections/${view.slug}` } : {}),
    ...(view.isFilling ? { status: 'filling' } : {}),
    ...(problems.length === 0 ? {} : { problems }),
  };
}
