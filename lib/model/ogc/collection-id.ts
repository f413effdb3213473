import { geometryKinds, type GeometryKind } from '../spatial-views/spatial-view.ts';

/** The features of one geometry kind in the layer of a spatial view. */
export type LayerOfKind = { readonly slug: string; readonly kind: GeometryKind };

/** Formats the collection id of a layer, or of one geometry kind in it. */
export function formatCollectionId(slug: string, kind: GeometryKind | null): string {
  return kind === null ? slug : `${slug}_${kind}`;
}

/**
 * Parses the collection id of one geometry kind. A spatial view whose slug is the whole id has precedence.
 * @rule GeoJSON and OGC API Features: Which collection does an id name?
 * @returns null if it does not end with a kind
 */
export function parseCollectionId(id: string): LayerOfKind | null {
  const kind = geometryKinds.find((candidate) => id.endsWith(`_${candidate}`));
  return kind === undefined ? null : { slug: id.slice(0, -1 - kind.length), kind };
}
