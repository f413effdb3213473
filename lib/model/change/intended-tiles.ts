import { parseNodegroupId, type NodegroupId, type TileId } from '../ids.ts';
import { jsonPointer } from '../problem.ts';
import type { ResourceRecord } from '../resources/resource-record.ts';
import type { StoredTile } from './stored-resource.ts';

/** A tile as a document wants it to be. */
export type IntendedTile = {
  /** That of the stored tile that it continues, or a new one. */
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** Undefined: as it is stored, or after its siblings where it is new. */
  readonly sortOrder: number | null | undefined;
  /** Values by node id, in the form in which they are stored. A node that is not in here has no value. */
  readonly data: Readonly<Record<string, unknown>>;
  /** JSON Pointer to the value of a node in the document, by node id. */
  readonly pointers: Readonly<Record<string, string>>;
  /** JSON Pointer to what stands for the tile in the document. */
  readonly pointer: string;
};

/** What a document wants of a resource instance. Tiles that are in neither list are left alone. */
export type IntendedTiles = {
  /** Each after its parent. */
  readonly tiles: readonly IntendedTile[];
  /** Stored tiles that the document leaves out. */
  readonly deleted: readonly TileId[];
};

/**
 * What a document of tile records (service-json, business data) wants: each tile as it is written there. Proposals in it are not
 * read: they are for their authors to make.
 * @param at JSON Pointer to the record in its document
 * @param expected stored tiles that it would have, were they to stay
 * @param missing what becomes of those of them that it leaves out
 * @param idOf the id that a tile of the record gets, the same for the same id
 */
export function intendedTilesOfRecord(
  { tiles }: ResourceRecord,
  at: string,
  expected: readonly StoredTile[],
  missing: 'delete' | 'keep',
  idOf: (tileId: TileId) => TileId,
): IntendedTiles {
  const intended = tiles.map((tile, index) => {
    const pointer = `${at}${jsonPointer(['tiles', index])}`;
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
  const named = new Set<string>(intended.map(({ tileId }) => tileId));
  const left = expected.filter(({ tileId }) => !named.has(tileId)).map(({ tileId }) => tileId);
  return { tiles: intended, deleted: missing === 'delete' ? left : [] };
}
