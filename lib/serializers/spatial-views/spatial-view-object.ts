import { lostNodes, type KnownNode } from '../../model/spatial-views/field-problems.ts';
import type { LostNode, SpatialView } from '../../model/spatial-views/spatial-view.ts';

/**
 * A spatial view as callers know it (specification, Spatial view): while it is active with a link to its collection of OGC API Features, and with
 * sentences about what is wrong with it, if anything is.
 * @param nodes those of its nodes that there are; null for callers who are not told what is lost
 */
export function spatialViewObject(
  view: SpatialView,
  nodes: readonly KnownNode[] | null,
  baseUrl: string,
): Readonly<Record<string, unknown>> {
  const problems = nodes === null ? [] : lostNodes(view, nodes).map(sentence);
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
    ...(problems.length === 0 ? {} : { problems }),
  };
}

function sentence({ nodeId, role }: LostNode): string {
  return role === 'geometry'
    ? `The geometry node ${nodeId} is not in the resource model any more, or holds no geometry: the view has no features.`
    : `The attribute node ${nodeId} is not in the resource model any more, or has no value to show: its column is empty.`;
}
