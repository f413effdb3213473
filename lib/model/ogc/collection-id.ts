import { geometryKinds, type GeometryKind } from '../spatial-views/spatial-view.ts';

/** The part of a layer that is of one kind: the slug of the spatial view, and the kind. */
export type LayerOfKind = { readonly slug: string; readonly kind: GeometryKind };

/** The id of the collection of a layer, or of those of its features that are of one kind. */
export function formatCollectionId(slug: string, kind: GeometryKind | null): string {
  return kind === null ? slug : `${slug}_${kind}`;
}

/**
 * What the id of a collection stands for, if no spatial view has it for its slug.
 * @returns null where it does not end with a kind
 */
export function parseCollectionId(id: string): LayerOfKind | null {
  const kind = geometryKinds.find((one) => id.endsWith(`_${one}`));
  return kind === undefined ? null : { slug: id.slice(0, -1 - kind.length), kind };
}
