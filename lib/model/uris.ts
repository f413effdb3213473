import type { Iri } from '../rdf/terms.ts';

/*
 * The URIs of the things that the service tells of, the same in every document; each of them answers.
 * `baseUrl` is the service's address without a slash at the end.
 */

export const resourceUri = (baseUrl: string, resourceId: string): Iri =>
  `${baseUrl}/resources/${resourceId}`;

export const graphUri = (baseUrl: string, graphId: string): Iri => `${baseUrl}/graph/${graphId}`;

export const tileNodeUri = (baseUrl: string, tileId: string, nodeId: string): Iri =>
  `${baseUrl}/tile/${tileId}/node/${nodeId}`;

/** A node that belongs to no tile, such as one between the root and the first nodegroup, is told of as a part of its resource. */
export const resourceNodeUri = (baseUrl: string, resourceId: string, nodeId: string): Iri =>
  `${resourceUri(baseUrl, resourceId)}#${nodeId}`;

export const conceptUri = (baseUrl: string, conceptId: string): Iri =>
  `${baseUrl}/concepts/${conceptId}`;

/** The account 0, which nobody has, stands for whoever is not known. */
export const userUri = (baseUrl: string, accountId: number): Iri => `${baseUrl}/user/${accountId}`;

/** The activity stream as a collection. */
export const historyUri = (baseUrl: string): Iri => `${baseUrl}/history/`;

export const historyPageUri = (baseUrl: string, page: number): Iri => `${baseUrl}/history/${page}`;

export const activityUri = (baseUrl: string, ordinal: number): Iri =>
  `${baseUrl}/history/item/${ordinal}`;
