import type { RdfNode } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/** The LDP types of a page of resource instances, sent in `Link` (LDP 1.0, section 5.2.1.4). */
export const ldpTypes = [`${namespaces.ldp}BasicContainer`, `${namespaces.ldp}Resource`] as const;

/**
 * Creates the Linked Data container of the specification ("Resource id list").
 * @param resourceUris the URIs on the page, in order
 */
export function ldpContainerDocument(resourceUris: readonly string[]) {
  return {
    '@context': 'https://www.w3.org/ns/ldp/',
    '@id': '',
    '@type': 'ldp:BasicContainer',
    'ldp:contains': resourceUris,
  };
}

/**
 * Creates the same container as an RDF node (LDP 1.0, section 5.2).
 * @param uri the URI of the container
 * @param resourceUris the URIs on the page, in order
 */
export function ldpContainerNode(uri: string, resourceUris: readonly string[]): RdfNode {
  const contained = resourceUris.map((id): RdfNode => ({
    kind: 'node',
    id,
    types: [],
    properties: [],
  }));
  return {
    kind: 'node',
    id: uri,
    types: [ldpTypes[0]],
    properties:
      contained.length === 0 ? [] : [{ predicate: `${namespaces.ldp}contains`, values: contained }],
  };
}
