import type { TileChange } from '../../../../lib/model/change/resource-change.ts';
import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { StoredTileRow } from '../../../queries/values-out-of-place.ts';

/** Planned changes of the tiles of one resource instance, and how many values they change. */
export type LeftoverPlan = {
  readonly changes: readonly TileChange[];
  readonly values: number;
};

/** Makes the change that writes a tile. */
export function makeTileChange(
  change: TileChange['change'],
  tile: StoredTileRow,
): readonly [TileChange] {
  return [
    { ...tile, change, nodegroup_id: parseNodegroupId(tile.nodegroup_id), keeps_parent: false },
  ];
}
