import type { TileWrite } from '../../../../lib/model/change/resource-write.ts';
import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { StoredTileRow } from './queries/misplaced-values.ts';

/** The planned changes of the tiles of one resource instance, and the number of values that they move or remove. */
export type LeftoverPlan = {
  readonly changes: readonly TileWrite[];
  readonly values: number;
};

/** Makes a list with the change of one tile. */
export function makeTileChange(
  change: TileWrite['change'],
  tile: StoredTileRow,
): readonly [TileWrite] {
  return [
    { ...tile, change, nodegroup_id: parseNodegroupId(tile.nodegroup_id), keeps_parent: false },
  ];
}
