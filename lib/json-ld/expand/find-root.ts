import { isUuid } from '../../model/ids.ts';
import { resourceUri } from '../../model/uris.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode } from '../incoming-value.ts';
import { forEachNode, hasDescription } from './node-map.ts';
import type { ProblemCollector } from './problem-collector.ts';

/** A node at the top of a document. */
export type TopNode = {
  /** Empty for a node without an id. */
  readonly id: Iri;
  /** The descriptions with this id. */
  readonly nodes: readonly [IncomingNode, ...IncomingNode[]];
};

/** Groups the nodes at the top by id, in the order of the document. References without a description are left out. */
export function groupTopNodes(nodes: readonly IncomingNode[]): readonly TopNode[] {
  const descriptions = nodes.filter(hasDescription);
  // If a document consists of references only, one of them can be the root.
  const relevantNodes =
    descriptions.length > 0 ? descriptions : nodes.filter(({ id }) => id !== '');
  const grouped = Map.groupBy(relevantNodes, (node) => (node.id === '' ? node : node.id));
  return Array.from(grouped.values()).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ id: first.id, nodes: [first, ...others] }],
  );
}

export type RootOptions = {
  /** The addresses of the service, without a slash at the end. */
  readonly baseUrls: readonly string[];
  /** Whether the document is a JSON list. If it has several main nodes, it is then reported as several documents. */
  readonly isList: boolean;
  readonly problems: ProblemCollector;
};

/**
 * Finds the main node of a document: the node to which no other node refers. If several nodes are unreferenced, the main node is the only
 * resource instance of the service among them. If every node is referenced, it is the only resource instance of the service among all nodes
 * at the top.
 * @returns undefined if there is a problem, which is reported
 */
export function findRoot(
  topNodes: readonly TopNode[],
  { baseUrls, isList, problems }: RootOptions,
): TopNode | undefined {
  if (topNodes.length === 1) return topNodes[0];
  const referencedIds = referencedIdsOf(topNodes);
  const unreferencedNodes = topNodes.filter(({ id }) => id === '' || !referencedIds.has(id));
  const candidates = unreferencedNodes.length > 0 ? unreferencedNodes : topNodes;
  const [first, another] = candidates;
  if (first === undefined) {
    problems.add('no_document', '', 'The document describes no node: send an object with an @id.');
    return undefined;
  }
  if (another === undefined) return first;
  const resources = candidates.filter(({ id }) => isResourceUri(id, baseUrls));
  if (resources.length === 1) return resources[0];
  problems.add(
    isList ? 'several_documents' : 'several_roots',
    another.nodes[0].pointer,
    unreferencedNodes.length > 0
      ? `No node refers to ${listNames(candidates)}, so the document has several main nodes: send one at a time, or refer from one of them to the others.`
      : `The nodes ${listNames(candidates)} refer to one another, so none of them is the main node: leave out the references to the main node.`,
  );
  return undefined;
}

/** Returns the ids to which other nodes refer. */
function referencedIdsOf(topNodes: readonly TopNode[]): ReadonlySet<Iri> {
  const referencedIds = new Set<Iri>();
  for (const { id, nodes } of topNodes) {
    forEachNode(nodes, (node) => {
      if (node.id !== id) referencedIds.add(node.id);
    });
  }
  return referencedIds;
}

function isResourceUri(id: Iri, baseUrls: readonly string[]): boolean {
  return baseUrls.some((baseUrl) => {
    const beginning = resourceUri(baseUrl, '');
    return id.startsWith(beginning) && isUuid(id.slice(beginning.length));
  });
}

function listNames(topNodes: readonly TopNode[]): string {
  const names = topNodes.slice(0, 3).map(({ id }) => (id === '' ? 'a node without @id' : id));
  const otherCount = topNodes.length - names.length;
  return names.join(', ') + (otherCount > 0 ? ` and ${otherCount} more` : '');
}
