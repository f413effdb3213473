import type { NodeId } from '../../../../lib/model/ids.ts';
import { compareCodeUnits, pickText } from '../../../../lib/model/pick-language.ts';
import type { Graph, Node } from '../../../../lib/model/graphs/graph.ts';

/** A node with its distance from the root. */
export type OrderedNode = { readonly node: Node; readonly depth: number };

/**
 * Puts the nodes of a graph into model order: each parent before its children, and siblings by sort order (a missing one counts as 0), then
 * by name, then by id.
 */
export function sortInModelOrder(graph: Graph): readonly OrderedNode[] {
  const children = groupChildren(graph);
  const ordered: OrderedNode[] = [];
  const append = (node: Node, depth: number): void => {
    ordered.push({ node, depth });
    for (const child of children.get(node.nodeId) ?? []) append(child, depth + 1);
  };
  for (const node of graph.nodes) if (node.nodeId === graph.rootNodeId) append(node, 0);
  return ordered;
}

function groupChildren(graph: Graph): ReadonlyMap<NodeId | null, readonly Node[]> {
  const children = Map.groupBy(graph.nodes, (node) => node.parentNodeId);
  for (const siblings of children.values()) siblings.sort(compareSiblings);
  return children;
}

function compareSiblings(one: Node, other: Node): number {
  return (
    (one.sortOrder ?? 0) - (other.sortOrder ?? 0) ||
    compareCodeUnits(pickText(one.name, []) ?? '', pickText(other.name, []) ?? '') ||
    compareCodeUnits(one.nodeId, other.nodeId)
  );
}
