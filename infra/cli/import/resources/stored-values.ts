import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { TileId } from '../../../../lib/model/ids.ts';
import type { TileRow, ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { readStoredTiles, type StoredTileValues } from '../../../queries/stored-records.ts';
import type { LockedRecords } from './stored-records.ts';

/** A record, with its tiles that lack something of the file: they take nothing away from what is stored. */
export type RecordToWrite = ResourceRecord & { readonly partial: ReadonlySet<TileId> };

/**
 * Fills up tiles that lack something of their file with what is stored in its place: what is damaged never takes away what is
 * sound. A value that is empty takes nothing away either, because nobody knows whether it was.
 * @param locked the resource instances of the records that are stored
 */
export async function fillWithStoredValues(
  transaction: Transaction,
  records: readonly RecordToWrite[],
  locked: LockedRecords,
): Promise<readonly RecordToWrite[]> {
  const there = new Set(locked.map(({ resourceId }) => resourceId));
  const partial = records
    .filter(({ resource }) => there.has(resource.resource_id))
    .flatMap((record) => [...record.partial]);
  if (partial.length === 0) return records;
  const stored = await readStored(transaction, partial);
  return records.map((record) => ({
    ...record,
    tiles: record.tiles.map((tile) => {
      const before = record.partial.has(tile.tile_id) ? stored.get(tile.tile_id) : undefined;
      return before === undefined ? tile : filledUp(tile, before);
    }),
  }));
}

const tilesPerStatement = 1000;

async function readStored(
  transaction: Transaction,
  tileIds: readonly TileId[],
): Promise<ReadonlyMap<string, StoredTileValues>> {
  const found = new Map<string, StoredTileValues>();
  for (let start = 0; start < tileIds.length; start += tilesPerStatement) {
    const query = readStoredTiles(tileIds.slice(start, start + tilesPerStatement));
    for (const tile of await runQuery(transaction.execute, query, 1)) found.set(tile.tileId, tile);
  }
  return found;
}

function filledUp(tile: TileRow, stored: StoredTileValues): TileRow {
  const values = Object.entries(tile.data);
  const present = values.filter(
    ([nodeId, value]) => value !== null || !Object.hasOwn(stored.data, nodeId),
  );
  return {
    ...tile,
    sort_order: tile.sort_order ?? stored.sortOrder,
    data: { ...stored.data, ...Object.fromEntries(present) },
    provisional_edits: tile.provisional_edits ?? stored.provisionalEdits,
  };
}
