import type { StoredTile } from '../../../model/change/stored.ts';
import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { holdsValue } from '../../shape.ts';
import type { Matching } from '../matching.ts';

/**
 * The stored tiles that a document leaves out. Those that its shape cannot show are left alone, unless the tile goes in which they
 * hang; those of hidden nodegroups are left alone always, where the document need not have them.
 */
export function leftOutTiles(matching: Matching): readonly TileId[] {
  const { world, plans, model } = matching;
  if (world.missing === 'keep') return [];
  const byParent = Map.groupBy(world.stored, ({ parentTileId }) => parentTileId);
  const gone = new Set<TileId>();
  const isLeftOut = (tile: StoredTile): boolean =>
    plans.byId(tile.tileId) === undefined &&
    model.members.has(tile.nodegroupId) &&
    isShown(matching, tile);
  const pending = world.stored.filter(isLeftOut);
  for (let tile = pending.pop(); tile !== undefined; tile = pending.pop()) {
    if (gone.has(tile.tileId) || plans.byId(tile.tileId) !== undefined) continue;
    if (world.hidden.has(tile.nodegroupId)) continue;
    gone.add(tile.tileId);
    pending.push(...(byParent.get(tile.tileId) ?? []));
  }
  return world.stored.map(({ tileId }) => tileId).filter((tileId) => gone.has(tileId));
}

/** Whether a document of the same shape would show a tile. */
export function isShown(matching: Matching, { tileId, nodegroupId }: StoredTile): boolean {
  if (matching.reader.prefersTexts) return true;
  return (matching.model.members.get(nodegroupId) ?? [])
    .filter(({ isTop }) => isTop)
    .some(({ nodeId }) => {
      const instance = matching.index.instance(tileId, nodeId);
      return instance !== undefined && shows(matching, instance);
    });
}

/** Whether the linked shape says anything of an instance. */
export function shows(matching: Matching, instance: NodeInstance): boolean {
  const node = matching.model.nodes.get(instance.node.nodeId);
  if (node === undefined || node.datatype.linked.kind === 'container') return true;
  const { world } = matching;
  const written =
    instance.value === null
      ? []
      : node.datatype.linked.write(instance.value, node.datatypeNode, {
          ...world.validation,
          baseUrl: world.baseUrls[0] ?? '',
          nodeUri: '',
        });
  if (written.length > 0 || (node.isTop && holdsValue(instance))) return true;
  return matching.spokenBelow(instance).some((child) => shows(matching, child));
}
