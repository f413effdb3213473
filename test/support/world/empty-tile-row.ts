import type { Row } from './tables.ts';

export function createEmptyTileRow(
  tileId: string,
  resourceId: string,
  nodegroupId: string,
): Row<'tile'> {
  return {
    tile_id: tileId,
    resource_id: resourceId,
    nodegroup_id: nodegroupId,
    parent_tile_id: null,
    sort_order: null,
    position: 0,
    data: {},
    provisional_edits: null,
  };
}
