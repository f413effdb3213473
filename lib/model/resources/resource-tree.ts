import type { CompiledGraph, CompiledNode } from '../graphs/compiled-graph.ts';
import { strayValues } from './stray-values.ts';

/** A tile as far as its place and its values go. */
export type PlacedTile = {
  readonly tileId: string;
  readonly nodegroupId: string;
  readonly parentTileId: string | null;
  /** Values by node id. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** A node of the model as one resource instance has it: in a tile, or in none where it belongs to no nodegroup. */
export type NodeInstance = {
  readonly node: CompiledNode;
  readonly tileId: string | null;
  /** Null where the tile holds none. */
  readonly value: unknown;
  /** In model order, those of one node in the order of their tiles. */
  readonly children: readonly NodeInstance[];
};

/** The nodes of a tile, from one that has its parent outside of the tile. */
type Branch = { readonly top: CompiledNode; readonly tile: PlacedTile };

/** What is needed to go down the tree. */
type Walk = {
  readonly childrenOf: ReadonlyMap<string | null, readonly CompiledNode[]>;
  readonly nodegroupOf: ReadonlyMap<string, string | null>;
  readonly branchesAt: ReadonlyMap<string, readonly Branch[]>;
};

/**
 * Hangs the tiles of a resource instance into the tree of its model. Nothing is left out: a tile whose parent tile is missing, or
 * not the reader's to see, hangs in the resource instance itself, and so does a value that the model has no place for.
 * @param tiles in their stable order: that of the model, then sort order
 * @returns the root
 * @throws Error when the graph has no nodes
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

/** The nodegroup of each node by id: that of its parent where it has none, none for the root. */
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
    // What belongs to no tile is there only for what hangs in it.
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

/** In model order; those of one node stay in the order of their tiles. */
function inOrder(instances: readonly NodeInstance[]): readonly NodeInstance[] {
  return instances.toSorted((one, other) => one.node.position - other.node.position);
}
