import type { ResourceContent } from '../../json-ld/resource-shape.ts';
import type { ReferenceLookup } from '../../model/datatypes/datatype.ts';
import { buildResourceTree, type TreeTile } from '../../model/resources/resource-tree.ts';
import { graphUri } from '../../model/uris.ts';
import type { ResourceDocument } from '../../queries/resources/resource-document.ts';
import { ontologyIri } from '../../rdf/iri.ts';

/** Builds the content of a resource instance, from which its shapes are written. */
export function toResourceContent(
  stored: Pick<ResourceDocument, 'concepts' | 'resources'>,
  tiles: readonly TreeTile[],
  target: Pick<ResourceContent, 'baseUrl' | 'language' | 'graph' | 'resourceId'>,
): ResourceContent {
  return {
    ...target,
    root: buildResourceTree(target.graph, tiles),
    referenced: createReferenceLookup(stored, target.baseUrl),
  };
}

/**
 * Creates the lookups of referenced concepts and resource instances.
 * @param baseUrl the address of the service without a slash at the end
 */
export function createReferenceLookup(
  { concepts, resources }: Pick<ResourceDocument, 'concepts' | 'resources'>,
  baseUrl: string,
): ReferenceLookup {
  const conceptsByValueId = new Map(concepts.map(({ valueId, ...concept }) => [valueId, concept]));
  const resourcesById = new Map(
    resources.map(({ resourceId, rootClass, ...resource }) => [
      resourceId,
      {
        ...resource,
        rootClass:
          rootClass === null ? null : ontologyIri(rootClass, graphUri(baseUrl, resource.graphId)),
      },
    ]),
  );
  return {
    concept: (valueId) => conceptsByValueId.get(valueId.toLowerCase()),
    resource: (resourceId) => resourcesById.get(resourceId.toLowerCase()),
  };
}
