import type { TileChange } from '../../../../lib/model/change/resource-change.ts';
import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { StoredTileRow } from '../../../queries/values-out-of-place.ts';

/** The planned changes of the tiles of one resource instance, and the number of values that they move or remove. */
export type LeftoverPlan = {
  readonly changes: readonly TileChange[];
  readonly values: number;
};

/** Makes a list with the change of one tile. */
export function makeTileChange(
  change: TileChange['change'],
  tile: StoredTileRow,
): readonly [TileChange] {
  return [
    { ...tile, change, nodegroup_id: parseNodegroupId(tile.nodegroup_id), keeps_parent: false },
  ];
}
