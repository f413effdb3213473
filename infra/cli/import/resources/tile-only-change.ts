import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';

/** Makes a change that writes only tiles, and keeps the header and the descriptors of the resource instance. */
export function makeTileOnlyChange(
  change: Pick<ResourceChange, 'resourceId' | 'graphId' | 'version' | 'tiles'>,
): ResourceChange {
  return {
    ...change,
    kind: 'Update',
    proposers: change.tiles.every((tile) => tile.is_proposed) ? [] : null,
    legacyId: undefined,
    createdAt: null,
    descriptors: undefined,
    descriptorsStamp: null,
    languages: [],
    uniqueChecks: [],
  };
}
