import type { TileWriteRow } from '../../../../lib/model/change/resource-change.ts';
import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { StoredTileRow } from './queries/misplaced-values.ts';

/** The planned changes of the tiles of one resource instance, and the number of values that they move or remove. */
export type LeftoverPlan = {
  readonly changes: readonly TileWriteRow[];
  readonly values: number;
};

/** Makes a list with the change of one tile. */
export function makeTileChange(
  change: TileWriteRow['change'],
  tile: StoredTileRow,
): readonly [TileWriteRow] {
  return [
    { ...tile, change, nodegroup_id: parseNodegroupId(tile.nodegroup_id), keeps_parent: false },
  ];
}
