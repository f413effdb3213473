import type { RdfNode } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/** The kinds of thing that a page of resource instances is (LDP 1.0, section 5.2.1.4: told in `Link`). */
export const ldpTypes = [`${namespaces.ldp}BasicContainer`, `${namespaces.ldp}Resource`] as const;

/**
 * The Linked Data container of the specification ("Resource id list").
 * @param resourceUris the URIs of the resource instances of the page, in order
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
 * The same container in the terms of LDP 1.0 (section 5.2), for the RDF formats.
 * @param uri that of the container
 * @param resourceUris the URIs of the resource instances of the page, in order
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
