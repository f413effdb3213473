import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { StoredRecord } from './plan-imported-change.ts';
import { yieldBetween, readOneAhead } from '../read-one-ahead.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import {
  findDifferingTiles,
  lockStoredResources,
  type LockedResource,
} from '../../../queries/stored-records.ts';
import { batchTilesLazily, sendTileBatches } from '../../../../lib/writing/send-batches.ts';

/** Resource instances of records that are stored, locked. */
export type LockedRecords = readonly LockedResource[];

/**
 * Locks what is stored of records: it stays as it is until the transaction ends.
 * @param records in the order of their ids
 */
export async function lockRecords(
  transaction: Transaction,
  records: readonly ResourceRecord[],
): Promise<LockedRecords> {
  const headers = records.map(({ resource }) => resource);
  const locked: LockedResource[] = [];
  for (const batch of splitIntoBatches(headers, headers.length)) {
    locked.push(...(await runQuery(transaction.execute, lockStoredResources(batch))));
  }
  return locked;
}

/**
 * Compares records with what is stored of them.
 * @param records each tile once
 * @returns by resource id; one that is not stored is absent
 */
export async function compareWithStored(
  transaction: Transaction,
  records: readonly ResourceRecord[],
  locked: LockedRecords,
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (locked.length === 0) return new Map();
  const stored = new Set(locked.map(({ resourceId }) => resourceId));
  const tiles = records.flatMap((record) =>
    stored.has(record.resource.resource_id) ? record.tiles : [],
  );
  const lists = readOneAhead(yieldBetween(batchTilesLazily(tiles)));
  const differing = await sendTileBatches(transaction, lists, findDifferingTiles);
  const differences = new Map(differing.flat().map(({ tileId, change }) => [tileId, change]));
  return new Map(
    locked.map(({ resourceId, ...stored }) => [resourceId, { ...stored, differences }]),
  );
}
