import type { CompiledGraph, CompiledNode } from '../graphs/compiled-graph.ts';
import { findStrayValues } from './stray-values.ts';

/** The position and values of a tile. */
export type TreeTile = {
  readonly tileId: string;
  readonly nodegroupId: string;
  readonly parentTileId: string | null;
  /** By node id. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** A node of the model in a resource instance. It is outside of all tiles if it belongs to no nodegroup. */
export type NodeInstance = {
  readonly node: CompiledNode;
  readonly tileId: string | null;
  /** Null if the tile has no value for the node. */
  readonly value: unknown;
  /** In model order, then in tile order. */
  readonly children: readonly NodeInstance[];
};

/** The part of a tile below a node whose parent is outside of the tile. */
type Subtree = { readonly top: CompiledNode; readonly tile: TreeTile };

type TreeContext = {
  readonly childrenByNode: ReadonlyMap<string | null, readonly CompiledNode[]>;
  readonly nodegroupByNode: ReadonlyMap<string, string | null>;
  readonly subtreesBySlot: ReadonlyMap<string, readonly Subtree[]>;
};

/**
 * Builds the node tree of a resource instance from its tiles. A tile whose parent tile is missing or unreadable is
 * attached to the root. So is a value whose node is not in the model.
 * @param tiles in model order, then sort order
 * @returns the root
 * @throws Error if the graph has no nodes
 */
export function buildResourceTree(graph: CompiledGraph, tiles: readonly TreeTile[]): NodeInstance {
  const [root] = graph.nodes;
  if (root === undefined) throw new Error(`Graph ${graph.graphId} has no nodes.`);
  const nodegroupByNode = mapNodesToNodegroups(graph);
  const context: TreeContext = {
    childrenByNode: Map.groupBy(graph.nodes, (node) => node.parentNodeId),
    nodegroupByNode,
    subtreesBySlot: groupSubtrees(graph, root, nodegroupByNode, tiles),
  };
  const tree = buildInstance(root, null, context);
  const strayInstances = findStrayValues(tiles, root, nodegroupByNode);
  return strayInstances.length === 0
    ? tree
    : { ...tree, children: sortInModelOrder([...tree.children, ...strayInstances]) };
}

/** Returns the nodegroup of each node, by node id. A node inherits the nodegroup of its parent; the root has none (null). */
function mapNodesToNodegroups(graph: CompiledGraph): ReadonlyMap<string, string | null> {
  const nodegroupByNode = new Map<string, string | null>();
  for (const node of graph.nodes) {
    const { nodeId, parentNodeId, nodegroupId } = node;
    const inheritedNodegroupId = nodegroupByNode.get(parentNodeId ?? '') ?? null;
    const ownNodegroupId = nodegroupId ?? inheritedNodegroupId;
    nodegroupByNode.set(nodeId, parentNodeId === null ? null : ownNodegroupId);
  }
  return nodegroupByNode;
}

/** Identifies the position of a subtree in the tree: below a node, in a tile or outside of all tiles. */
const slotKey = (nodeId: string, tileId: string | null): string => `${nodeId} ${tileId ?? ''}`;

function groupSubtrees(
  graph: CompiledGraph,
  root: CompiledNode,
  nodegroupByNode: TreeContext['nodegroupByNode'],
  tiles: readonly TreeTile[],
): TreeContext['subtreesBySlot'] {
  const nodegroupOf = (nodeId: string | null): string | null =>
    nodeId === null ? null : (nodegroupByNode.get(nodeId) ?? null);
  const topNodes = Map.groupBy(
    graph.nodes.filter(
      ({ nodeId, parentNodeId }) =>
        parentNodeId !== null && nodegroupOf(parentNodeId) !== nodegroupOf(nodeId),
    ),
    ({ nodeId }) => nodegroupOf(nodeId),
  );
  const nodegroupOfTile = new Map(tiles.map((tile) => [tile.tileId, tile.nodegroupId]));
  const slotOf = ({ top, tile }: Subtree): string => {
    const { parentNodeId } = top;
    const parentNodegroup = nodegroupOf(parentNodeId);
    if (parentNodeId === null || parentNodegroup === null)
      return slotKey(parentNodeId ?? root.nodeId, null);
    const hasExpectedParent =
      tile.parentTileId !== null && nodegroupOfTile.get(tile.parentTileId) === parentNodegroup;
    return hasExpectedParent
      ? slotKey(parentNodeId, tile.parentTileId)
      : slotKey(root.nodeId, null);
  };
  const subtrees = tiles.flatMap((tile) =>
    (topNodes.get(tile.nodegroupId) ?? []).map((top) => ({ top, tile })),
  );
  return Map.groupBy(subtrees, slotOf);
}

function buildInstance(
  node: CompiledNode,
  tile: TreeTile | null,
  context: TreeContext,
): NodeInstance {
  const nodegroup = context.nodegroupByNode.get(node.nodeId);
  const ownChildren = (context.childrenByNode.get(node.nodeId) ?? [])
    .filter((child) => context.nodegroupByNode.get(child.nodeId) === nodegroup)
    .map((child) => buildInstance(child, tile, context))
    // A node outside of all tiles is kept only if it has children.
    .filter((child) => child.tileId !== null || child.children.length > 0);
  const subtrees = (
    context.subtreesBySlot.get(slotKey(node.nodeId, tile?.tileId ?? null)) ?? []
  ).map((subtree) => buildInstance(subtree.top, subtree.tile, context));
  return {
    node,
    tileId: tile?.tileId ?? null,
    value: tile?.data[node.nodeId] ?? null,
    children: subtrees.length === 0 ? ownChildren : sortInModelOrder([...ownChildren, ...subtrees]),
  };
}

/** Sorts in model order; the order of tiles is kept. */
function sortInModelOrder(instances: readonly NodeInstance[]): readonly NodeInstance[] {
  return instances.toSorted((left, right) => left.node.position - right.node.position);
}
