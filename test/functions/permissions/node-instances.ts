import {
  listNodegroups,
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
  /** For the first node of a nodegroup: the other nodes of the nodegroup, and the first nodes of child tiles. Otherwise empty. */
  readonly children: readonly NodeInstance[];
};

/**
 * The nodes directly below a resource instance: of tiles without a parent, and of tiles whose parent is not visible (ADR 020).
 * @param tiles the visible tiles
 */
export function topInstances(
  world: World,
  resource: WorldResource,
  tiles: readonly WorldTile[],
): readonly NodeInstance[] {
  const nodegroups = listNodegroups(world).filter(({ graphId }) => graphId === resource.graphId);
  const buildInstance = (tile: WorldTile): NodeInstance => {
    const { id, nodes } = findById(nodegroups, tile.nodegroupId);
    const otherNodes = nodes.filter((node) => node.id !== id);
    const childTiles = tiles.filter(({ parentId }) => parentId === tile.id);
    return {
      node: findById(nodes, id),
      tile,
      children: [
        ...otherNodes.map((node) => ({ node, tile, children: [] })),
        ...childTiles.map((one) => buildInstance(one)),
      ],
    };
  };
  const tileIds = new Set(tiles.map(({ id }) => id));
  return tiles
    .filter(({ parentId }) => parentId === null || !tileIds.has(parentId))
    .map((tile) => buildInstance(tile));
}

export function withDescendants(instance: NodeInstance): readonly NodeInstance[] {
  return [instance, ...instance.children.flatMap(withDescendants)];
}
