import { isUuid } from '../../model/ids.ts';
import { resourceUri } from '../../model/uris.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { IncomingNode } from '../incoming.ts';
import { eachNode, saysSomething } from './described-nodes.ts';
import type { Problems } from './problems.ts';

/** Nodes that stand in no other and have the same id: together they describe one. */
export type NodeGroup = {
  /** Empty for a node without one, which is alone. */
  readonly id: Iri;
  readonly nodes: readonly [IncomingNode, ...IncomingNode[]];
};

/** @returns the groups in the order of the document, without references, which say nothing there */
export function groupsOf(nodes: readonly IncomingNode[]): readonly NodeGroup[] {
  const telling = nodes.filter(saysSomething);
  // A document may have nothing to say of its node yet.
  const all = telling.length > 0 ? telling : nodes.filter(({ id }) => id !== '');
  const grouped = Map.groupBy(all, (node) => (node.id === '' ? node : node.id));
  return Array.from(grouped.values()).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ id: first.id, nodes: [first, ...others] }],
  );
}

export type RootOptions = {
  /** The addresses of the service, without a slash at the end. */
  readonly baseUrls: readonly string[];
  /** Whether the nodes stand in a list, as documents do, and not in a graph. */
  readonly isList: boolean;
  readonly problems: Problems;
};

/**
 * The node that a document is about: that to which no other refers, and among several, or where they refer to one another
 * in a circle, the one that is a resource instance of the service.
 * @returns undefined where that is a problem
 */
export function rootOf(
  groups: readonly NodeGroup[],
  { baseUrls, isList, problems }: RootOptions,
): NodeGroup | undefined {
  if (groups.length === 1) return groups[0];
  const referred = referredIds(groups);
  const free = groups.filter(({ id }) => id === '' || !referred.has(id));
  const candidates = free.length > 0 ? free : groups;
  const [only, another] = candidates;
  if (only === undefined) {
    problems.add('no_document', '', 'The document describes no node: send an object with an @id.');
    return undefined;
  }
  if (another === undefined) return only;
  const resources = candidates.filter(({ id }) => isResource(id, baseUrls));
  if (resources.length === 1) return resources[0];
  problems.add(
    isList ? 'several_documents' : 'several_roots',
    another.nodes[0].pointer,
    `Nothing refers to ${namesOf(candidates)}, and so the document is about several nodes: ` +
      'send one at a time, or refer from one of them to the others.',
  );
  return undefined;
}

/** The ids to which nodes of another group refer. */
function referredIds(groups: readonly NodeGroup[]): ReadonlySet<Iri> {
  const referred = new Set<Iri>();
  for (const { id, nodes } of groups) {
    eachNode(nodes, (node) => {
      if (node.id !== id) referred.add(node.id);
    });
  }
  return referred;
}

function isResource(id: Iri, baseUrls: readonly string[]): boolean {
  return baseUrls.some((baseUrl) => {
    const beginning = resourceUri(baseUrl, '');
    return id.startsWith(beginning) && isUuid(id.slice(beginning.length));
  });
}

function namesOf(groups: readonly NodeGroup[]): string {
  const names = groups.slice(0, 3).map(({ id }) => (id === '' ? 'a node without @id' : id));
  const more = groups.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
