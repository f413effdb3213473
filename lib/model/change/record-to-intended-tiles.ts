import { parseNodegroupId, type TileId } from '../ids.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { ResourceRecord } from '../resources/resource-record.ts';
import type { ComparisonContext } from './comparison-context.ts';
import type { IntendedTile, IntendedResource } from './intended-resource.ts';
import { pairTilesWithoutId, type StoredTilesToPair } from './pair-tiles-without-id.ts';

/** Which members a tile record leaves out. */
export type OmittedMembers = { readonly tileId: boolean; readonly sortOrder: boolean };

type RecordOptions = {
  /** JSON Pointer to the record in its document. */
  readonly recordPointer: string;
  /** For each tile of the record, by index. */
  readonly omitted: readonly OmittedMembers[];
  readonly stored: StoredTilesToPair;
  /** Maps a tile id of the record to a stored or new tile id. Equal ids are mapped to equal ids. */
  readonly idOf: (tileId: TileId) => TileId;
  /** Makes an id for a tile without one that is new. */
  readonly newId: () => TileId;
  readonly context: ComparisonContext;
};

/**
 * Converts tile records (service-json, business data) into intended tiles. Provisional edits in the records are
 * ignored, because only their authors can make them. The id of a new tile does not depend on its position: a tile that the author may not
 * see could have that id.
 */
export function recordToIntendedTiles(
  { tiles }: ResourceRecord,
  { recordPointer, omitted, stored, idOf, newId, context }: RecordOptions,
): IntendedResource {
  const tilesWithoutId = new Set<IntendedTile>();
  const tilesOfRecord = tiles.map((tile, index): IntendedTile => {
    const pointer = `${recordPointer}${jsonPointer(['tiles', index])}`;
    const isWithoutId = omitted[index]?.tileId === true;
    const intendedTile = {
      tileId: isWithoutId ? newId() : idOf(tile.tile_id),
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
    if (isWithoutId) tilesWithoutId.add(intendedTile);
    return intendedTile;
  });
  const pairs = pairTilesWithoutId(
    tilesOfRecord,
    (tile) => tilesWithoutId.has(tile),
    stored,
    context,
  );
  const intended = tilesOfRecord.map((tile) => ({
    ...tile,
    tileId: pairs.get(tile)?.tileId ?? tile.tileId,
  }));
  const recordTileIds = new Set<string>(intended.map(({ tileId }) => tileId));
  const deleted = stored.tiles
    .filter((tile) => stored.isReplaced(tile) && !recordTileIds.has(tile.tileId))
    .map(({ tileId }) => tileId);
  return { tiles: intended, deleted };
}
