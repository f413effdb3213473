import { parseNodegroupId, type NodegroupId, type TileId } from '../ids.ts';
import { jsonPointer } from '../problem.ts';
import type { ResourceRecord } from '../resources/resource-record.ts';
import type { StoredTile } from './stored-resource.ts';

/** The target state of a tile. */
export type IntendedTile = {
  /** The id of the stored tile, or a new one. */
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** Undefined keeps the stored order, and puts a new tile after its siblings. */
  readonly sortOrder: number | null | undefined;
  /** Values by node id in stored form. Absent nodes have no value. */
  readonly data: Readonly<Record<string, unknown>>;
  /** JSON Pointers to the values in the document, by node id. */
  readonly pointers: Readonly<Record<string, string>>;
  /** JSON Pointer to the tile in the document. */
  readonly pointer: string;
};

/** The target state of a resource instance. Tiles in neither list stay unchanged. */
export type IntendedTiles = {
  /** Parents before children. */
  readonly tiles: readonly IntendedTile[];
  /** The stored tiles to delete. */
  readonly deleted: readonly TileId[];
};

/**
 * Converts tile records (service-json, business data) into intended tiles. Provisional edits in the records are
 * ignored: only their authors can make them.
 * @param recordPointer JSON Pointer to the record in its document
 * @param expectedTiles the stored tiles that the record should contain
 * @param missing what happens to expected tiles that the record leaves out
 * @param idOf maps a tile id of the record to a stored or new tile id. Equal ids are mapped to equal ids
 */
export function intendedTilesOfRecord(
  { tiles }: ResourceRecord,
  recordPointer: string,
  expectedTiles: readonly StoredTile[],
  missing: 'delete' | 'keep',
  idOf: (tileId: TileId) => TileId,
): IntendedTiles {
  const intended = tiles.map((tile, index) => {
    const pointer = `${recordPointer}${jsonPointer(['tiles', index])}`;
    return {
      tileId: idOf(tile.tile_id),
      nodegroupId: parseNodegroupId(tile.nodegroup_id),
      parentTileId: tile.parent_tile_id === null ? null : idOf(tile.parent_tile_id),
      sortOrder: tile.sort_order,
      data: tile.data,
      pointer,
      pointers: Object.fromEntries(
        Object.keys(tile.data).map((nodeId) => [
          nodeId,
          `${pointer}${jsonPointer(['data', nodeId])}`,
        ]),
      ),
    };
  });
  const recordTileIds = new Set<string>(intended.map(({ tileId }) => tileId));
  const omittedTileIds = expectedTiles
    .filter(({ tileId }) => !recordTileIds.has(tileId))
    .map(({ tileId }) => tileId);
  return { tiles: intended, deleted: missing === 'delete' ? omittedTileIds : [] };
}
