import { createTileIdDeriver } from '../../../../lib/model/resources/resource-record.ts';
import { replaceTiles } from './file-record.ts';
import type { FileRecord } from './file-record.ts';

/** Gives other ids to tiles without an id whose derived ids belong to other tiles. The tiles below them follow. */
export function avoidIds(record: FileRecord, takenIds: ReadonlySet<string>): FileRecord {
  const { resource, tiles, without } = record;
  if (takenIds.size === 0) return record;
  const avoidedIds = [...without.tileId].filter((id) => takenIds.has(id));
  if (avoidedIds.length === 0) return record;
  const nextTileId = createTileIdDeriver(
    resource.resource_id,
    new Set([...takenIds, ...tiles.map(({ tile_id: id }) => id)]),
  );
  const avoided = new Set(avoidedIds);
  const newIds = new Map(
    tiles.flatMap(({ tile_id: id, nodegroup_id: nodegroupId }, index) =>
      avoided.has(id) ? [[id, nextTileId(index, nodegroupId)] as const] : [],
    ),
  );
  const changedTiles = tiles.map((tile) => ({
    ...tile,
    tile_id: newIds.get(tile.tile_id) ?? tile.tile_id,
    parent_tile_id:
      tile.parent_tile_id === null
        ? null
        : (newIds.get(tile.parent_tile_id) ?? tile.parent_tile_id),
  }));
  return replaceTiles(record, changedTiles);
}
