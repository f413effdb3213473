import type { Transaction } from '../../../../lib/data-api/client.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { batchTilesLazily, sendTileBatches } from '../../../../lib/writing/send-batches.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  findDifferingTiles,
  lockStoredResources,
  readStoredTiles,
  type DifferingTile,
  type LockedResource,
  type StoredTileValues,
} from './queries/stored-records.ts';
import { readOneAhead, pauseBetweenItems } from '../../../../lib/data-api/read-one-ahead.ts';
import { readInBatches } from '../run-in-batches.ts';
import { assignSortOrders, type StoredSortOrders } from './assign-sort-orders.ts';
import { keepStoredProposals } from './keep-stored-proposals.ts';
import type { StoredRecord, TileAction } from './plan-imported-change.ts';
import type { FileRecord } from './file-record.ts';

/** Locks the stored resource instances of records until the transaction ends. @param records the records, in the order of their ids */
export function lockRecords(
  { execute }: Transaction,
  records: readonly ResourceRecord[],
): Promise<readonly LockedResource[]> {
  const headers = records.map(({ resource }) => resource);
  return readInBatches(execute, headers, headers.length, lockStoredResources);
}

type ComparisonOptions = {
  /** Whether the proposals of a file replace stored ones. */
  readonly replacesProposals?: boolean | undefined;
  /** Whether new tiles without a sort order are stored without one. */
  readonly keepsMissingSortOrders?: boolean | undefined;
};

type OrderAssignment = (
  tiles: readonly TileRow[],
  storedOrders?: StoredSortOrders,
) => readonly TileRow[];

/** Records with what is stored of them. */
export type ComparedRecords = {
  /** The records, with the proposals and the sort orders that their tiles will have. */
  readonly records: readonly FileRecord[];
  /** The stored resource instances with the differences of the records, by the id of the resource instance. */
  readonly stored: ReadonlyMap<string, StoredRecord>;
  readonly problems: readonly Problem[];
};

/**
 * Compares records with their stored resource instances, and gives their tiles without a sort order one.
 * @param records the records, in which no tile occurs twice
 * @param equalIds the tiles that are known to be equal to the stored ones
 */
export async function compareWithStored(
  transaction: Transaction,
  records: readonly FileRecord[],
  lockedResources: readonly LockedResource[],
  equalIds: ReadonlySet<string>,
  { replacesProposals = false, keepsMissingSortOrders = false }: ComparisonOptions,
): Promise<ComparedRecords> {
  const assign: OrderAssignment = keepsMissingSortOrders ? (tiles) => tiles : assignSortOrders;
  if (lockedResources.length === 0)
    return {
      records: records.map((record) => ({ ...record, tiles: assign(record.tiles) })),
      stored: new Map(),
      problems: [],
    };
  const tiles = filterStored(records, lockedResources).flatMap((record) => record.tiles);
  const differingTiles = await findDifferences(
    transaction,
    tiles.filter(({ tile_id: id }) => !equalIds.has(id)),
    keepsMissingSortOrders,
  );
  const kept = await keepStoredProposals(transaction, records, differingTiles, replacesProposals);
  const differences = new Map<string, TileAction>(kept.differences);
  for (const { tileId, change } of differingTiles)
    if (change !== 'none') differences.set(tileId, change);
  const lockedIds = new Set<string>(lockedResources.map(({ resourceId }) => resourceId));
  const storedOrders = collectSortOrders(tiles, differingTiles);
  return {
    records: kept.records.map((record) => ({
      ...record,
      tiles: assign(
        record.tiles,
        lockedIds.has(record.resource.resource_id) ? storedOrders : undefined,
      ),
    })),
    stored: new Map(
      lockedResources.map(({ resourceId, ...stored }) => [resourceId, { ...stored, differences }]),
    ),
    problems: kept.problems,
  };
}

/** Collects the sort orders that tiles keep, or get after their stored siblings. A tile that does not differ keeps that of the record. */
function collectSortOrders(
  tiles: readonly TileRow[],
  differingTiles: readonly DifferingTile[],
): StoredSortOrders {
  const stored = new Map<string, number | null>(
    tiles.map((tile) => [tile.tile_id, tile.sort_order]),
  );
  const next = new Map<string, number>();
  for (const { tileId, change, sortOrder } of differingTiles) {
    if (change !== 'create') stored.set(tileId, sortOrder);
    else {
      stored.delete(tileId);
      next.set(tileId, sortOrder ?? 0);
    }
  }
  return { stored, next };
}

/** Finds the tiles that differ from the stored ones. */
export async function findDifferences(
  transaction: Transaction,
  tiles: readonly TileRow[],
  countsMissingSortOrders = false,
): Promise<readonly DifferingTile[]> {
  const batches = readOneAhead(pauseBetweenItems(batchTilesLazily(tiles)));
  return (
    await sendTileBatches(transaction, batches, (source) =>
      findDifferingTiles(source, countsMissingSortOrders),
    )
  ).flat();
}

function filterStored<Item extends ResourceRecord>(
  records: readonly Item[],
  lockedResources: readonly LockedResource[],
): readonly Item[] {
  const ids = new Set(lockedResources.map(({ resourceId }) => resourceId));
  return records.filter(({ resource }) => ids.has(resource.resource_id));
}

const tilesPerStatement = 1000;

/**
 * Adds to partial tiles the stored values that they lack, so that damage in a file never removes stored data. A null in the file does not
 * replace a stored value either, because it may be the result of damage.
 */
export async function fillWithStoredValues(
  { execute }: Transaction,
  records: readonly FileRecord[],
  lockedResources: readonly LockedResource[],
): Promise<readonly FileRecord[]> {
  const partialTileIds = filterStored(records, lockedResources).flatMap((record) => [
    ...record.partialTileIds,
  ]);
  if (partialTileIds.length === 0) return records;
  const rows = await readInBatches(execute, partialTileIds, tilesPerStatement, readStoredTiles);
  const storedTiles = new Map<string, StoredTileValues>(rows.map((tile) => [tile.tileId, tile]));
  return records.map((record) => ({
    ...record,
    tiles: record.tiles.map((tile) => {
      const isPartial = record.partialTileIds.has(tile.tile_id);
      const stored = isPartial ? storedTiles.get(tile.tile_id) : undefined;
      return stored === undefined ? tile : fillTile(tile, stored);
    }),
  }));
}

function fillTile(tile: TileRow, stored: StoredTileValues): TileRow {
  const newValues = Object.entries(tile.data).filter(
    ([nodeId, value]) => value !== null || !Object.hasOwn(stored.data, nodeId),
  );
  return {
    ...tile,
    sort_order: tile.sort_order ?? stored.sortOrder,
    data: { ...stored.data, ...Object.fromEntries(newValues) },
    provisional_edits: tile.provisional_edits ?? stored.provisionalEdits,
  };
}
