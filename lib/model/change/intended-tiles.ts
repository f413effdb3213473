import { parseNodegroupId, type NodegroupId, type TileId } from '../ids.ts';
import { jsonPointer } from '../problem.ts';
import { createTileIdDeriver, type ResourceRecord } from '../resources/resource-record.ts';
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
  /** Whether the values replace a proposal of the author. If they equal the stored values, the proposal is withdrawn. */
  readonly replacesProposal?: boolean;
  /** JSON Pointers to the values in the document, by node id. */
  readonly pointers: Readonly<Record<string, string>>;
  /** JSON Pointer to the tile in the document. */
  readonly pointer: string;
};

/** The target state of a resource instance. Tiles in neither list stay unchanged. */
export type IntendedTiles = {
  /** Parents before children. */
  readonly tiles: readonly IntendedTile[];
  /** The ids of the stored tiles to delete. */
  readonly deleted: readonly TileId[];
};

/** Which members a tile record leaves out. */
export type OmittedMembers = { readonly tileId: boolean; readonly sortOrder: boolean };

type RecordOptions = {
  /** JSON Pointer to the record in its document. */
  readonly recordPointer: string;
  /** For each tile of the record, by index. */
  readonly omitted: readonly OmittedMembers[];
  /** The stored tiles that are deleted if the record leaves them out. */
  readonly replacedTiles: readonly StoredTile[];
  /** The stored tiles that stay in any case. */
  readonly unaffectedTiles: readonly StoredTile[];
  /** Maps a tile id of the record to a stored or new tile id. Equal ids are mapped to equal ids. */
  readonly idOf: (tileId: TileId) => TileId;
};

/**
 * Converts tile records (service-json, business data) into intended tiles. Provisional edits in the records are
 * ignored, because only their authors can make them.
 */
export function recordToIntendedTiles(
  { resource, tiles }: ResourceRecord,
  { recordPointer, omitted, replacedTiles, unaffectedTiles, idOf }: RecordOptions,
): IntendedTiles {
  const usedIds = new Set<string>([
    ...tiles.filter((_, index) => omitted[index]?.tileId !== true).map(({ tile_id: id }) => id),
    ...unaffectedTiles.map(({ tileId }) => tileId),
  ]);
  const nextTileId = createTileIdDeriver(resource.resource_id, usedIds);
  const intended = tiles.map((tile, index) => {
    const pointer = `${recordPointer}${jsonPointer(['tiles', index])}`;
    const isWithoutId = omitted[index]?.tileId === true;
    const tileId = isWithoutId ? nextTileId(index, tile.nodegroup_id) : tile.tile_id;
    return {
      tileId: idOf(tileId),
      nodegroupId: parseNodegroupId(tile.nodegroup_id),
      parentTileId: tile.parent_tile_id === null ? null : idOf(tile.parent_tile_id),
      sortOrder: omitted[index]?.sortOrder === true ? undefined : tile.sort_order,
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
  const deleted = replacedTiles
    .filter(({ tileId }) => !recordTileIds.has(tileId))
    .map(({ tileId }) => tileId);
  return { tiles: intended, deleted };
}
