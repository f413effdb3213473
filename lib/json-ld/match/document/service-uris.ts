import { isUuid } from '../../../model/ids.ts';
import { graphUri, resourceUri } from '../../../model/uris.ts';
import type { Iri } from '../../../rdf/terms.ts';

/** The parts of the URI of a node. */
export type NodeUri = {
  /** Null for a node that belongs to no tile. */
  readonly tileId: string | null;
  readonly nodeId: string;
  /** The position of an element of a list, from 0. Null if the URI names the node itself. */
  readonly element: number | null;
};

/** Reads the URIs of one service, at its present and former addresses. */
export type ServiceUris = {
  /** Returns the tile and the node that a URI names; undefined if it names no node. */
  readonly node: (uri: Iri) => NodeUri | undefined;
  /** Returns the id of the graph that a URI names; undefined if it names no graph. */
  readonly graphId: (uri: Iri) => string | undefined;
  /** Returns a predicate with the present address. A predicate that is named after a node can have a former address. */
  readonly present: (predicate: Iri) => Iri;
};

const tilePath = /^\/tile\/([^/#]+)\/node\/([^/#]+?)\/?(?:#(\d+))?$/;
const fragment = /^([^/#]+)#([^/#]+)$/;

/** @param baseUrls without a slash at the end, the present URL first */
export function serviceUris(baseUrls: readonly string[]): ServiceUris {
  const [present = ''] = baseUrls;
  const pathOf = (uri: Iri): string | undefined => {
    const base = baseUrls.find((one) => uri.startsWith(`${one}/`));
    return base === undefined ? undefined : uri.slice(base.length);
  };
  const cached = new Map<Iri, NodeUri | undefined>();
  return {
    node: (uri) => {
      if (cached.has(uri)) return cached.get(uri);
      const path = pathOf(uri);
      const node = path === undefined ? undefined : (nodeOfTile(path) ?? nodeOfResource(path));
      cached.set(uri, node);
      return node;
    },
    graphId: (uri) => {
      const path = pathOf(uri);
      const id = path?.startsWith(graphUri('', '')) ? path.slice(graphUri('', '').length) : '';
      return isUuid(id) ? id.toLowerCase() : undefined;
    },
    present: (predicate) => {
      const former = baseUrls.slice(1).find((base) => predicate.startsWith(graphUri(base, '')));
      return former === undefined ? predicate : `${present}${predicate.slice(former.length)}`;
    },
  };
}

function nodeOfTile(path: string): NodeUri | undefined {
  const [, tileId, nodeId, element] = tilePath.exec(path) ?? [];
  if (!isUuid(tileId) || !isUuid(nodeId)) return undefined;
  return {
    tileId: tileId.toLowerCase(),
    nodeId: nodeId.toLowerCase(),
    element: element === undefined ? null : Number(element),
  };
}

function nodeOfResource(path: string): NodeUri | undefined {
  const start = resourceUri('', '');
  if (!path.startsWith(start)) return undefined;
  const [, , nodeId] = fragment.exec(path.slice(start.length)) ?? [];
  return isUuid(nodeId) ? { tileId: null, nodeId: nodeId.toLowerCase(), element: null } : undefined;
}
