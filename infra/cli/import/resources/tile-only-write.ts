import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';

/** Makes a write of tiles alone, which keeps the header and the descriptors of the resource instance. */
export function makeTileOnlyWrite(
  change: Pick<ResourceWrite, 'resourceId' | 'graphId' | 'version' | 'tiles'>,
): ResourceWrite {
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
