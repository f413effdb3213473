import type { ResourceContent } from '../../json-ld/resource-shape.ts';
import { buildResourceTree, type TreeTile } from '../../model/resources/resource-tree.ts';
import type { ResourceDocument } from '../../queries/resources/resource-document.ts';
import { createReferenceLookup } from './reference-lookup.ts';

/** Builds the content of a resource instance, from which its shapes are written. */
export function toResourceContent(
  stored: Pick<ResourceDocument, 'concepts' | 'resources'>,
  tiles: readonly TreeTile[],
  target: Pick<ResourceContent, 'baseUrl' | 'graph' | 'resourceId'>,
): ResourceContent {
  return {
    ...target,
    root: buildResourceTree(target.graph, tiles),
    referenced: createReferenceLookup(stored, target.baseUrl),
  };
}
