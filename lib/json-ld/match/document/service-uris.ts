import { isUuid } from '../../../model/ids.ts';
import { graphUri, resourceUri } from '../../../model/uris.ts';
import type { Iri } from '../../../rdf/terms.ts';

/** The parts of the URI of a node. */
export type NodeUri = {
  /** Null for a node that belongs to no tile. */
  readonly tileId: string | null;
  readonly nodeId: string;
  /** The position of an element of a list, from 0. Null if the URI names the node itself. */
  readonly elementPosition: number | null;
};

/** Reads the URIs of one service, at its present and former addresses. */
export type ServiceUris = {
  /** Returns the tile and the node that a URI names; undefined if it names no node. */
  readonly parseNodeUri: (uri: Iri) => NodeUri | undefined;
  /** Returns the id of the graph that a URI names; undefined if it names no graph. */
  readonly parseGraphId: (uri: Iri) => string | undefined;
  /**
   * Returns a predicate with the present address. A predicate that is named after a node begins with the URI of its graph, and so possibly
   * with a former address.
   */
  readonly withPresentAddress: (predicate: Iri) => Iri;
};

const tileNodePattern = /^\/tile\/([^/#]+)\/node\/([^/#]+?)\/?(?:#(\d+))?$/;
const resourceNodePattern = /^([^/#]+)#([^/#]+)$/;

/** @param baseUrls without a slash at the end, the present URL first */
export function createServiceUris(baseUrls: readonly string[]): ServiceUris {
  const [presentBaseUrl = ''] = baseUrls;
  // One base URL can be the beginning of another.
  const longestFirst = baseUrls.toSorted((left, right) => right.length - left.length);
  const pathOf = (uri: Iri): string | undefined => {
    const base = longestFirst.find((baseUrl) => uri.startsWith(`${baseUrl}/`));
    return base === undefined ? undefined : uri.slice(base.length);
  };
  const cachedNodeUris = new Map<Iri, NodeUri | undefined>();
  return {
    parseNodeUri: (uri) => {
      if (cachedNodeUris.has(uri)) return cachedNodeUris.get(uri);
      const path = pathOf(uri);
      const node =
        path === undefined ? undefined : (parseTileNode(path) ?? parseResourceNode(path));
      cachedNodeUris.set(uri, node);
      return node;
    },
    parseGraphId: (uri) => {
      const path = pathOf(uri);
      const id = path?.startsWith(graphUri('', '')) ? path.slice(graphUri('', '').length) : '';
      return isUuid(id) ? id.toLowerCase() : undefined;
    },
    withPresentAddress: (predicate) => {
      const formerBaseUrl = baseUrls
        .slice(1)
        .find((base) => predicate.startsWith(graphUri(base, '')));
      return formerBaseUrl === undefined
        ? predicate
        : `${presentBaseUrl}${predicate.slice(formerBaseUrl.length)}`;
    },
  };
}

function parseTileNode(path: string): NodeUri | undefined {
  const [, tileId, nodeId, elementPosition] = tileNodePattern.exec(path) ?? [];
  if (!isUuid(tileId) || !isUuid(nodeId)) return undefined;
  return {
    tileId: tileId.toLowerCase(),
    nodeId: nodeId.toLowerCase(),
    elementPosition: elementPosition === undefined ? null : Number(elementPosition),
  };
}

function parseResourceNode(path: string): NodeUri | undefined {
  const prefix = resourceUri('', '');
  if (!path.startsWith(prefix)) return undefined;
  const [, , nodeId] = resourceNodePattern.exec(path.slice(prefix.length)) ?? [];
  return isUuid(nodeId)
    ? { tileId: null, nodeId: nodeId.toLowerCase(), elementPosition: null }
    : undefined;
}
