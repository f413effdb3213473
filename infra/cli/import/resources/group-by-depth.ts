import type { TileId } from '../../../../lib/model/ids.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';

/**
 * Groups tiles so that parents come before the tiles below them. In each group, whole tiles come before partial ones.
 * @returns the indexes of the tiles
 */
export function groupByDepth(
  tiles: readonly TileRow[],
  partialTileIds: ReadonlySet<TileId>,
): readonly (readonly number[])[] {
  const depths = measureDepths(tiles);
  const groups: number[][] = [];
  const add = (index: number, id: TileId): void => {
    const depth = depths.get(id) ?? 0;
    (groups[depth] ??= []).push(index);
  };
  for (const isPartial of [false, true])
    for (const [index, { tile_id: id }] of tiles.entries())
      if (partialTileIds.has(id) === isPartial) add(index, id);
  return groups;
}

/** Returns how many ancestors each tile has in the record, by tile id. */
function measureDepths(tiles: readonly TileRow[]): ReadonlyMap<string, number> {
  const parents = new Map<string, string | null>(
    tiles.map(({ tile_id: id, parent_tile_id: parentId }) => [id, parentId]),
  );
  const depths = new Map<string, number>();
  for (const { tile_id: id } of tiles) {
    const path: string[] = [];
    // A tile that is below itself ends the path.
    const visited = new Set<string>();
    let current: string | null = id;
    while (
      current !== null &&
      parents.has(current) &&
      !depths.has(current) &&
      !visited.has(current)
    ) {
      visited.add(current);
      path.push(current);
      current = parents.get(current) ?? null;
    }
    let depth = depths.get(current ?? '') ?? -1;
    for (const ancestor of path.toReversed()) {
      depth += 1;
      depths.set(ancestor, depth);
    }
  }
  return depths;
}
