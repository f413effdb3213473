import { isUuid } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { pickText } from '../../../../lib/model/pick-language.ts';
import type {
  GraphDocument,
  NodeDocument,
} from '../../../../lib/model/graphs/graph-document-schema.ts';
import { isBuiltInDatatype } from '../../../../lib/model/datatypes/registry.ts';

/** Reports a problem. @param path the path of the problem in the graph */
type Report = (
  severity: Problem['severity'],
  code: string,
  path: readonly PropertyKey[],
  message: string,
) => void;

/** Returns whether a text is a slug: letters, digits, `_` and `-`, but not a UUID, because paths contain either the id or the slug. */
export function isSlug(slug: string): boolean {
  return /^[\w-]+$/.test(slug) && !isUuid(slug);
}

/** Returns the id of the node that is marked as top node, or else of the separate `root` of the graph. */
export function findRootId(graph: GraphDocument): string | undefined {
  return graph.nodes.find((node) => node.istopnode)?.nodeid ?? graph.root?.nodeid;
}

/**
 * Checks that a graph is a tree, that its nodegroups are consistent with it, and that its names and cards are valid. Reports all problems.
 * @rule Imports and exports: How is a resource model read and checked?
 * @param graph the document of the graph, with the root among its nodes
 */
export function checkGraph(graph: GraphDocument, report: Report): void {
  checkNodes(graph, report);
  checkRoot(graph, report);
  checkEdges(graph, report);
  checkReachability(graph, report);
  checkNodegroups(graph, report);
  checkCardinalities(graph, report);
  checkNames(graph, report);
  checkCards(graph, report);
}

function checkNodes(graph: GraphDocument, report: Report): void {
  const nodegroupIds = new Set(graph.nodegroups.map(({ nodegroupid }) => nodegroupid));
  const seenIds = new Set<string>();
  for (const [position, node] of graph.nodes.entries()) {
    const path = ['nodes', position];
    if (seenIds.has(node.nodeid))
      report(
        'error',
        'duplicate_node',
        [...path, 'nodeid'],
        `${describeNode(node)} occurs twice. Remove one.`,
      );
    seenIds.add(node.nodeid);
    if (node.nodegroup_id !== null && !nodegroupIds.has(node.nodegroup_id)) {
      const message = `${describeNode(node)} belongs to nodegroup ${node.nodegroup_id}, which the graph does not have.`;
      report('error', 'unknown_nodegroup', [...path, 'nodegroup_id'], message);
    }
    if (node.datatype === null) {
      const message = `${describeNode(node)} has no datatype. It is imported as a semantic node.`;
      report('warning', 'missing_datatype', [...path, 'datatype'], message);
    } else if (!isBuiltInDatatype(node.datatype)) {
      const message = `${describeNode(node)} has the unknown datatype ${node.datatype}. Its values are stored unchanged.`;
      report('warning', 'unknown_datatype', [...path, 'datatype'], message);
    }
  }
}

function checkRoot(graph: GraphDocument, report: Report): void {
  const topNodes = graph.nodes.filter((node) => node.istopnode);
  if (topNodes.length > 1) {
    const ids = topNodes.map(({ nodeid }) => nodeid).join(', ');
    report(
      'error',
      'several_roots',
      ['nodes'],
      `The nodes ${ids} are all marked as top node. Mark only one.`,
    );
  }
  if (findRootId(graph) === undefined)
    report(
      'error',
      'no_root',
      ['nodes'],
      'No node is marked as top node (istopnode). Mark the root.',
    );
}

function checkEdges(graph: GraphDocument, report: Report): void {
  const nodeIds = new Set(graph.nodes.map(({ nodeid }) => nodeid));
  const children = new Set<string>();
  for (const [position, edge] of graph.edges.entries()) {
    for (const end of ['domainnode_id', 'rangenode_id'] as const) {
      if (nodeIds.has(edge[end])) continue;
      const message = `The edge leads from or to node ${edge[end]}, which the graph does not have.`;
      report('error', 'unknown_edge_end', ['edges', position, end], message);
    }
    if (children.has(edge.rangenode_id)) {
      const message = `Node ${edge.rangenode_id} has more than one parent. A graph must be a tree: remove one of the edges to it.`;
      report('error', 'several_parents', ['edges', position, 'rangenode_id'], message);
    }
    children.add(edge.rangenode_id);
  }
}

function checkReachability(graph: GraphDocument, report: Report): void {
  const rootId = findRootId(graph);
  if (rootId === undefined) return;
  const parents = new Map(graph.edges.map((edge) => [edge.rangenode_id, edge.domainnode_id]));
  if (parents.has(rootId)) {
    const message = `The root ${rootId} has a parent. A graph must be a tree: remove the edge to the root.`;
    report('error', 'cycle', ['edges'], message);
  }
  for (const [position, node] of graph.nodes.entries()) {
    const path = ['nodes', position];
    if (node.nodeid !== rootId && !parents.has(node.nodeid))
      report('error', 'orphan_node', path, `No edge leads to ${describeNode(node)}.`);
    else if (isInCycle(node.nodeid, parents))
      report('error', 'cycle', path, `${describeNode(node)} is its own ancestor.`);
  }
}

function checkNodegroups(graph: GraphDocument, report: Report): void {
  const nodeIds = new Set(graph.nodes.map(({ nodeid }) => nodeid));
  const parents = new Map(
    graph.nodegroups.map((group) => [group.nodegroupid, group.parentnodegroup_id]),
  );
  const seenIds = new Set<string>();
  for (const [position, group] of graph.nodegroups.entries()) {
    const path = ['nodegroups', position];
    const { nodegroupid, parentnodegroup_id: parentId } = group;
    if (seenIds.has(nodegroupid)) {
      const message = `Nodegroup ${nodegroupid} occurs twice. Remove one.`;
      report('error', 'duplicate_nodegroup', [...path, 'nodegroupid'], message);
    }
    seenIds.add(nodegroupid);
    if (!nodeIds.has(nodegroupid)) {
      const message = `Nodegroup ${nodegroupid} has no collector: the graph has no node with this id.`;
      report('error', 'nodegroup_without_collector', [...path, 'nodegroupid'], message);
    }
    if (parentId !== null && !parents.has(parentId)) {
      const message = `Nodegroup ${nodegroupid} has the parent ${parentId}, which the graph does not have.`;
      report('error', 'unknown_parent_nodegroup', [...path, 'parentnodegroup_id'], message);
    } else if (isInCycle(nodegroupid, parents)) {
      const message = `Nodegroup ${nodegroupid} is its own ancestor.`;
      report('error', 'cycle', [...path, 'parentnodegroup_id'], message);
    }
  }
}

function checkCardinalities(graph: GraphDocument, report: Report): void {
  for (const [position, { nodegroupid, cardinality }] of graph.nodegroups.entries()) {
    if (cardinality !== null) continue;
    const message = `Nodegroup ${nodegroupid} has no cardinality. It is imported with n, which allows any number of tiles.`;
    report('warning', 'missing_cardinality', ['nodegroups', position, 'cardinality'], message);
  }
}

function checkNames(graph: GraphDocument, report: Report): void {
  if (graph.slug !== null && !isSlug(graph.slug)) {
    const message = `The slug ${JSON.stringify(graph.slug)} is left out. A slug may have only letters, digits, _ and -, and must not be a UUID.`;
    report('warning', 'invalid_slug', ['slug'], message);
  }
  const aliases = new Set<string>();
  for (const [position, { alias, nodeid }] of graph.nodes.entries()) {
    if (alias === null) continue;
    if (aliases.has(alias)) {
      const message = `The alias ${alias} of node ${nodeid} is left out, because an earlier node has it. Give the node another alias.`;
      report('warning', 'duplicate_alias', ['nodes', position, 'alias'], message);
    }
    aliases.add(alias);
  }
}

function checkCards(graph: GraphDocument, report: Report): void {
  const nodegroupIds = new Set(graph.nodegroups.map(({ nodegroupid }) => nodegroupid));
  for (const [position, card] of graph.cards.entries()) {
    if (nodegroupIds.has(card.nodegroup_id)) continue;
    const message = `The card of nodegroup ${card.nodegroup_id} is left out, because the graph does not have that nodegroup.`;
    report('warning', 'unknown_card_nodegroup', ['cards', position, 'nodegroup_id'], message);
  }
}

function isInCycle(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const visited = new Set<string>();
  let ancestor = parents.get(id) ?? null;
  while (ancestor !== null && ancestor !== id && !visited.has(ancestor)) {
    visited.add(ancestor);
    ancestor = parents.get(ancestor) ?? null;
  }
  return ancestor === id;
}

function describeNode(node: NodeDocument): string {
  return `Node ${node.nodeid} (${pickText(node.name, ['en']) ?? ''})`;
}
