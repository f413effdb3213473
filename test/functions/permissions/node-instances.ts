import {
  nodegroupsOf,
  findById,
  type WorldNode,
  type WorldResource,
  type WorldTile,
  type World,
} from '../../support/world/world.ts';

/** A node in a tile of a resource instance. */
export type NodeInstance = {
  readonly node: WorldNode;
  readonly tile: WorldTile;
  /** Below the first node of a nodegroup: its other nodes, and the tiles below. */
  readonly children: readonly NodeInstance[];
};

/**
 * Nodes right below the resource instance: of tiles without a parent, and of tiles whose parent is not visible (ADR 020).
 * @param tiles the visible ones
 */
export function topInstances(
  world: World,
  resource: WorldResource,
  tiles: readonly WorldTile[],
): readonly NodeInstance[] {
  const nodegroups = nodegroupsOf(world).filter(({ graphId }) => graphId === resource.graphId);
  const ofTile = (tile: WorldTile): NodeInstance => {
    const { id, nodes } = findById(nodegroups, tile.nodegroupId);
    const members = nodes.filter((node) => node.id !== id);
    const below = tiles.filter(({ parentId }) => parentId === tile.id);
    return {
      node: findById(nodes, id),
      tile,
      children: [
        ...members.map((node) => ({ node, tile, children: [] })),
        ...below.map((one) => ofTile(one)),
      ],
    };
  };
  const shown = new Set(tiles.map(({ id }) => id));
  return tiles
    .filter(({ parentId }) => parentId === null || !shown.has(parentId))
    .map((tile) => ofTile(tile));
}

export function withDescendants(instance: NodeInstance): readonly NodeInstance[] {
  return [instance, ...instance.children.flatMap(withDescendants)];
}
