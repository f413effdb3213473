import type { CompiledGraph, CompiledNode } from '../graphs/compiled-graph.ts';
import { strayValues } from './stray-values.ts';

/** The position and values of a tile. */
export type PlacedTile = {
  readonly tileId: string;
  readonly nodegroupId: string;
  readonly parentTileId: string | null;
  /** By node id. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** A node of the model in a resource instance: in a tile, or in none if it belongs to no nodegroup. */
export type NodeInstance = {
  readonly node: CompiledNode;
  readonly tileId: string | null;
  /** Null if the tile has none. */
  readonly value: unknown;
  /** In model order, then in tile order. */
  readonly children: readonly NodeInstance[];
};

/** A node of a tile whose parent is outside of the tile, with the nodes below it. */
type Branch = { readonly top: CompiledNode; readonly tile: PlacedTile };

type Walk = {
  readonly childrenOf: ReadonlyMap<string | null, readonly CompiledNode[]>;
  readonly nodegroupOf: ReadonlyMap<string, string | null>;
  readonly branchesAt: ReadonlyMap<string, readonly Branch[]>;
};

/**
 * Builds the node tree of a resource instance from its tiles. A tile whose parent tile is missing or unreadable is
 * attached to the root, as is a value that is not in the model.
 * @param tiles in model order, then sort order
 * @returns the root
 * @throws Error if the graph has no nodes
 */
export function buildResourceTree(
  graph: CompiledGraph,
  tiles: readonly PlacedTile[],
): NodeInstance {
  const [root] = graph.nodes;
  if (root === undefined) throw new Error(`Graph ${graph.graphId} has no nodes.`);
  const nodegroupOf = nodegroupsOf(graph);
  const walk: Walk = {
    childrenOf: Map.groupBy(graph.nodes, (node) => node.parentNodeId),
    nodegroupOf,
    branchesAt: branchesByPlace(graph, root, nodegroupOf, tiles),
  };
  const tree = instance(root, null, walk);
  const stray = strayValues(tiles, root, nodegroupOf);
  return stray.length === 0 ? tree : { ...tree, children: inOrder([...tree.children, ...stray]) };
}

/** The nodegroup of each node, inherited from its parent; null for the root. */
function nodegroupsOf(graph: CompiledGraph): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const node of graph.nodes) {
    const parent = node.parentNodeId === null ? null : (found.get(node.parentNodeId) ?? null);
    found.set(node.nodeId, node.parentNodeId === null ? null : (node.nodegroupId ?? parent));
  }
  return found;
}

const placeOf = (nodeId: string, tileId: string | null): string => `${nodeId} ${tileId ?? ''}`;

function branchesByPlace(
  graph: CompiledGraph,
  root: CompiledNode,
  nodegroupOf: Walk['nodegroupOf'],
  tiles: readonly PlacedTile[],
): Walk['branchesAt'] {
  const nodegroup = (nodeId: string | null): string | null =>
    nodeId === null ? null : (nodegroupOf.get(nodeId) ?? null);
  const tops = Map.groupBy(
    graph.nodes.filter(
      ({ nodeId, parentNodeId }) =>
        parentNodeId !== null && nodegroup(parentNodeId) !== nodegroup(nodeId),
    ),
    ({ nodeId }) => nodegroup(nodeId),
  );
  const nodegroupOfTile = new Map(tiles.map((tile) => [tile.tileId, tile.nodegroupId]));
  const place = ({ top, tile }: Branch): string => {
    const { parentNodeId } = top;
    const above = nodegroup(parentNodeId);
    if (parentNodeId === null || above === null) return placeOf(parentNodeId ?? root.nodeId, null);
    const isInParent =
      tile.parentTileId !== null && nodegroupOfTile.get(tile.parentTileId) === above;
    return isInParent ? placeOf(parentNodeId, tile.parentTileId) : placeOf(root.nodeId, null);
  };
  const branches = tiles.flatMap((tile) =>
    (tops.get(tile.nodegroupId) ?? []).map((top) => ({ top, tile })),
  );
  return Map.groupBy(branches, place);
}

function instance(node: CompiledNode, tile: PlacedTile | null, walk: Walk): NodeInstance {
  const nodegroup = walk.nodegroupOf.get(node.nodeId);
  const own = (walk.childrenOf.get(node.nodeId) ?? [])
    .filter((child) => walk.nodegroupOf.get(child.nodeId) === nodegroup)
    .map((child) => instance(child, tile, walk))
    // Nodes outside of tiles are kept only as parents of others.
    .filter((child) => child.tileId !== null || child.children.length > 0);
  const branches = (walk.branchesAt.get(placeOf(node.nodeId, tile?.tileId ?? null)) ?? []).map(
    (branch) => instance(branch.top, branch.tile, walk),
  );
  return {
    node,
    tileId: tile?.tileId ?? null,
    value: tile?.data[node.nodeId] ?? null,
    children: branches.length === 0 ? own : inOrder([...own, ...branches]),
  };
}

/** Sorts in model order; the order of tiles is kept. */
function inOrder(instances: readonly NodeInstance[]): readonly NodeInstance[] {
  return instances.toSorted((one, other) => one.node.position - other.node.position);
}
