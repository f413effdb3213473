import { isUuid } from '../../../model/ids.ts';
import { graphUri, resourceUri } from '../../../model/uris.ts';
import type { Iri } from '../../../rdf/terms.ts';

/** What the `@id` of a node object says of the place where it stands. */
export type NodeName = {
  /** Null for a node that belongs to no tile. */
  readonly tileId: string | null;
  readonly nodeId: string;
  /** The place of an element of a list, from 0; null for the node as a whole. */
  readonly element: number | null;
};

/** Reads the addresses of one service, present and former. */
export type Names = {
  /** The tile and the node that a URI names; undefined where it names none. */
  readonly nodeName: (uri: Iri) => NodeName | undefined;
  /** The id of the graph that a URI names. */
  readonly graphId: (uri: Iri) => string | undefined;
  /** A predicate as it is written today: a name below the URI of a model may have a former address. */
  readonly present: (predicate: Iri) => Iri;
};

const tilePath = /^\/tile\/([^/#]+)\/node\/([^/#]+?)\/?(?:#(\d+))?$/;
const fragment = /^([^/#]+)#([^/#]+)$/;

/** @param baseUrls without a slash at the end, the present one first */
export function namesOf(baseUrls: readonly string[]): Names {
  const [present = ''] = baseUrls;
  const pathOf = (uri: Iri): string | undefined => {
    const base = baseUrls.find((one) => uri.startsWith(`${one}/`));
    return base === undefined ? undefined : uri.slice(base.length);
  };
  const known = new Map<Iri, NodeName | undefined>();
  return {
    nodeName: (uri) => {
      if (known.has(uri)) return known.get(uri);
      const path = pathOf(uri);
      const name = path === undefined ? undefined : (nodeOfTile(path) ?? nodeOfResource(path));
      known.set(uri, name);
      return name;
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

function nodeOfTile(path: string): NodeName | undefined {
  const [, tileId, nodeId, element] = tilePath.exec(path) ?? [];
  if (!isUuid(tileId) || !isUuid(nodeId)) return undefined;
  return {
    tileId: tileId.toLowerCase(),
    nodeId: nodeId.toLowerCase(),
    element: element === undefined ? null : Number(element),
  };
}

function nodeOfResource(path: string): NodeName | undefined {
  const start = resourceUri('', '');
  if (!path.startsWith(start)) return undefined;
  const [, , nodeId] = fragment.exec(path.slice(start.length)) ?? [];
  return isUuid(nodeId) ? { tileId: null, nodeId: nodeId.toLowerCase(), element: null } : undefined;
}
