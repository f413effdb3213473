import type { StoredTileRow } from '../../../../../infra/cli/import/graphs/queries/misplaced-values.ts';
import { parseResourceId, parseTileId } from '../../../../../lib/model/ids.ts';
import { id } from './example.ts';

/** A stored tile at the top of one resource instance. @param more other columns */
export function storedTile(
  number: number,
  nodegroupId: string,
  data: StoredTileRow['data'],
  more: Partial<StoredTileRow> = {},
): StoredTileRow {
  return {
    tile_id: parseTileId(id(number)),
    resource_id: parseResourceId(id(50)),
    nodegroup_id: nodegroupId,
    parent_tile_id: null,
    sort_order: 3,
    data,
    provisional_edits: null,
    is_proposed: false,
    ...more,
  };
}
