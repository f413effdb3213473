import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { toFilePointers, type RecordCandidate } from './salvage.ts';

/** Removes tiles that equal an earlier tile of the record. @returns the record without them, and a warning for each */
export function removeRepeatedTiles(candidate: RecordCandidate): {
  readonly candidate: RecordCandidate;
  readonly problems: readonly Problem[];
} {
  const { record, positions } = candidate;
  const firstTiles = new Map<string, TileRow>();
  const repeatedIndexes = new Set<number>();
  for (const [index, tile] of record.tiles.entries()) {
    const firstTile = firstTiles.get(tile.tile_id);
    if (firstTile === undefined) firstTiles.set(tile.tile_id, tile);
    else if (isEqualValue(firstTile, tile)) repeatedIndexes.add(index);
  }
  if (repeatedIndexes.size === 0) return { candidate, problems: [] };
  const problems = [...repeatedIndexes].map((index): Problem => ({
    severity: 'warning',
    code: 'repeated_tile',
    pointer: jsonPointer(['tiles', index]),
    message: `Tile ${record.tiles[index]?.tile_id ?? ''} equals an earlier tile of the record. It is imported once.`,
    record: record.resource.resource_id,
  }));
  const isNotRepeated = (_item: unknown, index: number): boolean => !repeatedIndexes.has(index);
  return {
    candidate: {
      ...candidate,
      record: { ...record, tiles: record.tiles.filter(isNotRepeated) },
      positions: positions.filter(isNotRepeated),
    },
    problems: toFilePointers(candidate, problems),
  };
}
