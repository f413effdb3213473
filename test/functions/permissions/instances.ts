import { nodegroupsOf, theOne, type Node, type Resource, type Tile, type World } from './world.ts';

/** A node as a tile of a resource instance has it. */
export type Instance = {
  readonly node: Node;
  readonly tile: Tile;
  /** What hangs in it: in the first node of a nodegroup its other nodes, and the tiles below. */
  readonly children: readonly Instance[];
};

/**
 * What hangs in a resource instance itself: tiles that have no tile above, and those below one that is not shown (ADR 020).
 * @param tiles those that are shown
 */
export function instancesOf(
  world: World,
  resource: Resource,
  tiles: readonly Tile[],
): readonly Instance[] {
  const nodegroups = nodegroupsOf(world).filter(({ graphId }) => graphId === resource.graphId);
  const ofTile = (tile: Tile): Instance => {
    const { id, nodes } = theOne(nodegroups, tile.nodegroupId);
    const members = nodes.filter((node) => node.id !== id);
    const below = tiles.filter(({ parentId }) => parentId === tile.id);
    return {
      node: theOne(nodes, id),
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

/** An instance and all that is below it. */
export function withThoseBelow(instance: Instance): readonly Instance[] {
  return [instance, ...instance.children.flatMap(withThoseBelow)];
}
