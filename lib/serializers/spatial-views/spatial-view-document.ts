import type { SpatialView } from '../../model/spatial-views/spatial-view.ts';

/**
 * A spatial view as callers know it (specification, Spatial view): while it is active with a link to its collection of OGC API Features, and with
 * sentences about what is wrong with it, if anything is. Until it is filled it says so.
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
