import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import type { StoredRecord } from './imported-change.ts';
import { inTurns, oneAhead } from './one-ahead.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import {
  differingTiles,
  lockStored,
  type LockedResource,
} from '../../../queries/stored-records.ts';
import { eachTileList, sendTileLists } from '../../../../lib/writing/send-lists.ts';

/** Resource instances of records that are stored, locked. */
export type Locked = readonly LockedResource[];

/**
 * Locks what is stored of records: it stays as it is until the transaction ends.
 * @param records in the order of their ids
 */
export async function lockRecords(
  transaction: Transaction,
  records: readonly ResourceRecord[],
): Promise<Locked> {
  const headers = records.map(({ resource }) => resource);
  const locked: LockedResource[] = [];
  for (const batch of inBatches(headers, headers.length)) {
    locked.push(...(await run(transaction.execute, lockStored(batch))));
  }
  return locked;
}

/**
 * Compares records with what is stored of them.
 * @param records each tile once
 * @returns by resource id; one that is not stored is absent
 */
export async function compareStored(
  transaction: Transaction,
  records: readonly ResourceRecord[],
  locked: Locked,
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (locked.length === 0) return new Map();
  const stored = new Set(locked.map(({ resourceId }) => resourceId));
  const tiles = records.flatMap((record) =>
    stored.has(record.resource.resource_id) ? record.tiles : [],
  );
  const lists = oneAhead(inTurns(eachTileList(tiles)));
  const differing = await sendTileLists(transaction, lists, differingTiles);
  const differences = new Map(differing.flat().map(({ tileId, change }) => [tileId, change]));
  return new Map(
    locked.map(({ resourceId, ...stored }) => [resourceId, { ...stored, differences }]),
  );
}
