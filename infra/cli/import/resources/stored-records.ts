import * as z from 'zod';

import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Row, Transaction } from '../../../../lib/data-api/client.ts';
import type { StoredRecord } from './imported-change.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { differingTiles, lockStored } from '../../../queries/stored-records.ts';
import { sendTileLists, tileLists } from '../../../../lib/writing/tiles/tile-lists.ts';

const headerRow = z.tuple([z.string(), z.string(), z.boolean()]);
const tileRow = z.tuple([z.string(), z.enum(['create', 'update'])]);

/** Resource instances of records that are stored, locked: their headers as lockStored selects them. */
export type Locked = readonly Row[];

/**
 * Locks what is stored of records: it stays as it is until the transaction ends.
 * @param records in the order of their ids
 */
export async function lockRecords(
  transaction: Transaction,
  records: readonly ResourceRecord[],
): Promise<Locked> {
  const headers = records.map(({ resource }) => resource);
  const locked: Row[] = [];
  for (const batch of inBatches(headers, headers.length)) {
    locked.push(...(await transaction.execute(lockStored(batch))));
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
  const stored = new Set(locked.map(([resourceId]) => resourceId));
  const tiles = records.flatMap((record) =>
    stored.has(record.resource.resource_id) ? record.tiles : [],
  );
  const differing = await sendTileLists(transaction, tileLists(tiles), differingTiles);
  const differences = new Map(differing.map((row) => tileRow.parse(row)));
  return new Map(
    locked.map((row) => {
      const [resourceId, version, hasOtherLegacyId] = headerRow.parse(row);
      return [resourceId, { version, hasOtherLegacyId, differences }];
    }),
  );
}
