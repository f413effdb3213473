import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { withFilePointers, type RecordCandidate } from './salvage.ts';

/** Removes tiles that a record repeats word for word. @returns the record without them, and a warning for each */
export function removeRepeatedTiles(candidate: RecordCandidate): {
  readonly candidate: RecordCandidate;
  readonly problems: readonly Problem[];
} {
  const { record, positions } = candidate;
  const first = new Map<string, TileRow>();
  const repeated = new Set<number>();
  for (const [at, tile] of record.tiles.entries()) {
    const before = first.get(tile.tile_id);
    if (before === undefined) first.set(tile.tile_id, tile);
    else if (isEqualValue(before, tile)) repeated.add(at);
  }
  if (repeated.size === 0) return { candidate, problems: [] };
  const problems = [...repeated].map((at): Problem => ({
    severity: 'warning',
    code: 'repeated_tile',
    pointer: jsonPointer(['tiles', at]),
    message: `Tile ${record.tiles[at]?.tile_id ?? ''} comes before in the record, word for word: it is imported once.`,
    record: record.resource.resource_id,
  }));
  const isFirst = (_item: unknown, at: number): boolean => !repeated.has(at);
  return {
    candidate: {
      ...candidate,
      record: { ...record, tiles: record.tiles.filter(isFirst) },
      positions: positions.filter(isFirst),
    },
    problems: withFilePointers(candidate, problems),
  };
}
