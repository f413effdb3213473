import type { Iri } from '../rdf/terms.ts';
import { isUuid } from './ids.ts';

/*
 * The URIs of this service in documents. Clients can request each of them. `baseUrl` has no slash at the end.
 */

export const resourceUri = (baseUrl: string, resourceId: string): Iri =>
  `${baseUrl}/resources/${resourceId}`;

/** Extracts the id from the URI of a resource instance, in lower case; undefined for any other URI. */
export function parseResourceUri(uri: string, baseUrls: readonly string[]): string | undefined {
  const ids = baseUrls
    .map((baseUrl) => resourceUri(baseUrl, ''))
    .filter((start) => uri.startsWith(start))
    .map((start) => uri.slice(start.length).replace(/\/$/, ''));
  return ids.find(isUuid)?.toLowerCase();
}

export const graphUri = (baseUrl: string, graphId: string): Iri => `${baseUrl}/graph/${graphId}`;

export const tileNodeUri = (baseUrl: string, tileId: string, nodeId: string): Iri =>
  `${baseUrl}/tile/${tileId}/node/${nodeId}`;

/**
 * The URI of a node outside of any tile, such as a node between the root and the first nodegroup. It is a part of its
 * resource instance.
 */
export const resourceNodeUri = (baseUrl: string, resourceId: string, nodeId: string): Iri =>
  `${resourceUri(baseUrl, resourceId)}#${nodeId}`;

export const conceptUri = (baseUrl: string, conceptId: string): Iri =>
  `${baseUrl}/concepts/${conceptId}`;

/** The URI of the whole thesaurus. */
export const thesaurusUri = (baseUrl: string): Iri => `${baseUrl}/rdm/concepts`;

/** The namespace of value types that belong to no vocabulary, such as `sortorder`. */
export const valueTypeNamespace = (baseUrl: string): Iri => `${thesaurusUri(baseUrl)}#`;

/** The URI of account 0, which does not exist, means an unknown account. */
export const userUri = (baseUrl: string, accountId: number): Iri => `${baseUrl}/user/${accountId}`;

export const historyUri = (baseUrl: string): Iri => `${baseUrl}/history/`;

export const historyPageUri = (baseUrl: string, page: number): Iri => `${baseUrl}/history/${page}`;

export const activityUri = (baseUrl: string, ordinal: number): Iri =>
  `${baseUrl}/history/item/${ordinal}`;
