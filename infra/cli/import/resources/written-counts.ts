import type { ResourceChange, TileChange } from '../../../../lib/model/change/resource-change.ts';

/** What a transaction changed. A run that repeats an import counts nothing. */
export type WrittenCounts = {
  readonly resourcesCreated: number;
  readonly resourcesUpdated: number;
  readonly tilesCreated: number;
  readonly tilesUpdated: number;
};

export const noWrites: WrittenCounts = {
  resourcesCreated: 0,
  resourcesUpdated: 0,
  tilesCreated: 0,
  tilesUpdated: 0,
};

export function addWrittenCounts(one: WrittenCounts, other: WrittenCounts): WrittenCounts {
  return {
    resourcesCreated: one.resourcesCreated + other.resourcesCreated,
    resourcesUpdated: one.resourcesUpdated + other.resourcesUpdated,
    tilesCreated: one.tilesCreated + other.tilesCreated,
    tilesUpdated: one.tilesUpdated + other.tilesUpdated,
  };
}

/** Counts what changes wrote. */
export function countWrites(changes: readonly ResourceChange[]): WrittenCounts {
  const resources = (kindOfChange: ResourceChange['kind']): number =>
    changes.filter(({ kind }) => kind === kindOfChange).length;
  const tiles = (kindOfChange: TileChange['change']): number =>
    changes.flatMap(({ tiles }) => tiles).filter(({ change }) => change === kindOfChange).length;
  return {
    resourcesCreated: resources('Create'),
    resourcesUpdated: resources('Update'),
    tilesCreated: tiles('create'),
    tilesUpdated: tiles('update'),
  };
}
