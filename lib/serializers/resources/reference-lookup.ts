import type { ReferenceLookup } from '../../model/datatypes/datatype.ts';
import { graphUri } from '../../model/uris.ts';
import { ontologyIri } from '../../rdf/iri.ts';
import type { ResourceDocument } from '../../queries/resources/resource-document.ts';

/** What is known of the things that values refer to. @param baseUrl the service's address without a slash at the end */
export function createReferenceLookup(
  { concepts, resources }: Pick<ResourceDocument, 'concepts' | 'resources'>,
  baseUrl: string,
): ReferenceLookup {
  const byValue = new Map(concepts.map(({ valueId, ...concept }) => [valueId, concept]));
  const byId = new Map(
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
    concept: (valueId) => byValue.get(valueId.toLowerCase()),
    resource: (resourceId) => byId.get(resourceId.toLowerCase()),
  };
}
