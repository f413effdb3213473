import { randomUUID } from 'node:crypto';

import type { DataApi, Row, Transaction } from '../../../lib/data-api/client.ts';
import { parseResourceId, type ResourceId } from '../../../lib/model/ids.ts';
import { createStaging, stage } from '../../../lib/queries/staging.ts';
import {
  addLanguages,
  mergeResources,
  mergeStagedTiles,
  mergeTiles,
  recordActivity,
  type Writer,
} from '../../../lib/queries/write-resources.ts';
import { inBatches, requestBytes } from './context.ts';
import { idList } from './id-list.ts';
import type { ResourceRecord } from './resource-record.ts';
import { settleDescriptors, type DescriptorModels } from './settle-descriptors.ts';

/** What a transaction changed. A run that repeats an import counts nothing. */
export type Written = {
  readonly resourcesCreated: number;
  readonly resourcesUpdated: number;
  readonly tilesCreated: number;
  readonly tilesUpdated: number;
};

export const nothingWritten: Written = {
  resourcesCreated: 0,
  resourcesUpdated: 0,
  tilesCreated: 0,
  tilesUpdated: 0,
};

export function addWritten(one: Written, other: Written): Written {
  return {
    resourcesCreated: one.resourcesCreated + other.resourcesCreated,
    resourcesUpdated: one.resourcesUpdated + other.resourcesUpdated,
    tilesCreated: one.tilesCreated + other.tilesCreated,
    tilesUpdated: one.tilesUpdated + other.tilesUpdated,
  };
}

/** The work of a transaction, made ready before it begins: an open transaction makes every reader of an embedded database wait. */
type Prepared = {
  readonly records: readonly ResourceRecord[];
  /** JSON texts of lists of tiles, each within a request. */
  readonly tileLists: readonly string[];
  /** JSON texts of single tiles that are larger than a request. */
  readonly largeTiles: readonly string[];
};

/**
 * Writes records in one transaction: headers, tiles, descriptors, languages, edit log, activity. All or nothing.
 * @throws the errors of lib/data-api/errors.ts; nothing was written then
 */
export async function writeResources(
  data: DataApi,
  records: readonly ResourceRecord[],
  models: DescriptorModels,
  languages: readonly string[],
): Promise<Written> {
  const prepared = prepare(records);
  const writer: Writer = { caller: null, transactionId: randomUUID() };
  // Two imports at once may stand in each other's way: transaction() then runs all of this again.
  return data.transaction(async (transaction) => {
    const headers = await writeHeaders(transaction, prepared);
    const { created } = headers;
    const tiles = await writeTiles(transaction, prepared, writer);
    const isNew = new Set<string>(created);
    const updated = [...new Set([...headers.updated, ...tiles.resources])].filter(
      (id) => !isNew.has(id),
    );
    if (created.length + updated.length > 0) {
      await settleDescriptors(transaction, [...created, ...updated], models);
      if (languages.length > 0) await transaction.execute(addLanguages(languages));
      await transaction.execute(recordActivity(created, updated, writer));
    }
    return {
      resourcesCreated: created.length,
      resourcesUpdated: updated.length,
      tilesCreated: tiles.created,
      tilesUpdated: tiles.updated,
    };
  });
}

async function writeHeaders(
  transaction: Transaction,
  { records }: Prepared,
): Promise<{ readonly created: readonly ResourceId[]; readonly updated: readonly ResourceId[] }> {
  const created: ResourceId[] = [];
  const updated: ResourceId[] = [];
  const headers = records.map((record) => record.resource);
  for (const batch of inBatches(headers, headers.length)) {
    const [row] = await transaction.execute(mergeResources(batch));
    created.push(...resourceIds(row?.[0]));
    updated.push(...resourceIds(row?.[1]));
  }
  return { created, updated };
}

function prepare(records: readonly ResourceRecord[]): Prepared {
  const tileLists: string[] = [];
  const largeTiles: string[] = [];
  let list: string[] = [];
  let bytes = 0;
  for (const tile of records.flatMap((record) => record.tiles)) {
    const text = JSON.stringify(tile);
    const size = Buffer.byteLength(text);
    if (size > requestBytes) {
      largeTiles.push(text);
      continue;
    }
    if (bytes + size > requestBytes) {
      tileLists.push(`[${list.join(',')}]`);
      list = [];
      bytes = 0;
    }
    list.push(text);
    bytes += size;
  }
  if (list.length > 0) tileLists.push(`[${list.join(',')}]`);
  return { records, tileLists, largeTiles };
}

type TilesWritten = { created: number; updated: number; resources: ResourceId[] };

async function writeTiles(
  transaction: Transaction,
  prepared: Prepared,
  writer: Writer,
): Promise<TilesWritten> {
  const total: TilesWritten = { created: 0, updated: 0, resources: [] };
  const count = ([row]: readonly Row[]): void => {
    total.created += Number(row?.[0] ?? 0);
    total.updated += Number(row?.[1] ?? 0);
    total.resources.push(...resourceIds(row?.[2]));
  };
  for (const list of prepared.tileLists) count(await transaction.execute(mergeTiles(list, writer)));
  if (prepared.largeTiles.length > 0) await transaction.execute(createStaging());
  for (const tile of prepared.largeTiles) {
    for (const statement of stage(`[${tile}]`)) await transaction.execute(statement);
    count(await transaction.execute(mergeStagedTiles(writer)));
  }
  return total;
}

function resourceIds(joined: unknown): readonly ResourceId[] {
  return idList(joined).map(parseResourceId);
}
