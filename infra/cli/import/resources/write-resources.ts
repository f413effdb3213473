import { randomUUID } from 'node:crypto';

import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { DatabaseError, isDataRefusal } from '../../../../lib/data-api/errors.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { growingPause, tryAgainAfter, withRetries } from '../../../../lib/data-api/with-retries.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import type { ComputedDescriptors } from '../../../../lib/model/descriptors/compute-descriptors.ts';
import type { Writer } from '../../../../lib/queries/history/record-activity.ts';
import { endChanges, beginChanges } from '../../../../lib/queries/resources/write-changes.ts';
import { batchTilesLazily, writeTileBatches } from '../../../../lib/writing/send-batches.ts';
import { lockResourceTable } from './queries/stored-records.ts';
import type { BatchTurn } from '../batch-turn.ts';
import type { ImportModels } from './import-models.ts';
import { readOneAhead, pauseBetweenItems } from '../../../../lib/data-api/read-one-ahead.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { computeNewDescriptors, updateStoredDescriptors } from './describe-imported.ts';
import {
  orderRecords,
  planRecords,
  rememberTileIds,
  type PreparedRecords,
  type RecordsContext,
} from './plan-records.ts';
import type { FileRecord } from './file-record.ts';
import { writeStatedParts } from './stated-parts.ts';

/**
 * Writes records in one transaction: only the differences from the stored data, by the same statements as every other change of resource
 * instances.
 * @param records the records, in which no resource instance and no tile occurs twice
 * @param turn undefined if no other batch is in progress
 * @throws the errors of lib/data-api/errors.ts, without having written anything
 */
export async function writeResources(
  dataApi: DataApi,
  records: readonly FileRecord[],
  models: ImportModels,
  context: RecordsContext,
  turn?: BatchTurn,
): Promise<PreparedRecords> {
  await turn?.waitToLock();
  const orderedRecords = orderRecords(records);
  const attempt = (locksTable: boolean): Promise<PreparedRecords> =>
    dataApi.transaction(async (transaction) => {
      turn?.signalBegun();
      if (locksTable) await transaction.execute(lockResourceTable());
      const written = await writeRecords(transaction, orderedRecords, models, context, turn);
      await context.onRecordsWritten?.(transaction, written.records, written.changes);
      return written;
    });
  // A retry sees what other writers have created meanwhile. The last attempt locks the table, so that they must wait.
  const written = await withRetries({
    maxAttempts: 3,
    pause: growingPause(100),
    attempt: () => tryAgainAfter(isConflict, () => attempt(false)),
    lastAttempt: () => attempt(true),
  });
  turn?.signalStored();
  context.onRecordsStored?.(written.records);
  for (const language of listLanguages(written.changes)) models.languages.add(language);
  rememberTileIds(written.records, context);
  return written;
}

/**
 * Returns whether the database accepts a record. Writes it in a transaction that is rolled back.
 * @throws the errors of lib/data-api/errors.ts, except refusals of the data
 */
export async function isAcceptedByDatabase(
  dataApi: DataApi,
  record: FileRecord,
  models: ImportModels,
  context: RecordsContext,
): Promise<boolean> {
  try {
    await runAndRollBack(dataApi, (transaction) =>
      writeRecords(transaction, [record], models, { ...context, omitsActivity: true }),
    );
    return true;
  } catch (error) {
    if (isDataRefusal(error)) return false;
    throw error;
  }
}

async function writeRecords(
  transaction: Transaction,
  records: readonly FileRecord[],
  models: ImportModels,
  context: RecordsContext,
  turn?: BatchTurn,
): Promise<PreparedRecords> {
  const { omitsActivity } = context;
  const writer: Writer = { caller: null, transactionId: randomUUID(), omitsActivity };
  const planned = await planRecords(transaction, records, models, context, turn);
  if (planned.changes.length === 0) return planned;
  await writeResourceChanges(transaction, planned.changes, models, writer, turn);
  const problems = await writeStatedParts(transaction, planned.records, planned.changes, models);
  return { ...planned, problems: [...planned.problems, ...problems] };
}

/**
 * Writes changes of locked resource instances, with their descriptors.
 * @throws CreationConflict if another writer created one of the resource instances
 */
export async function writeResourceChanges(
  transaction: Transaction,
  changes: readonly ResourceWrite[],
  { languages, naming }: Pick<ImportModels, 'languages' | 'naming'>,
  writer: Writer,
  turn?: BatchTurn,
): Promise<void> {
  const newLanguages = listLanguages(changes);
  const previousLanguages = (await turn?.exchangeLanguages(newLanguages)) ?? [];
  const tags = [...new Set([...languages, ...previousLanguages, ...newLanguages])];
  const areAllNew = changes.every(({ kind }) => kind === 'Create');
  const descriptors: ReadonlyMap<string, ComputedDescriptors> = areAllNew
    ? await computeNewDescriptors(transaction, changes, naming, tags, turn)
    : new Map();
  // Tiles are sent separately, so that their requests are full. Each request is prepared while the database works on the previous one.
  const tileBatches = readOneAhead(
    pauseBetweenItems(batchTilesLazily(changes.flatMap(({ tiles }) => tiles))),
  );
  const headers = changes.map((change) => ({ ...change, tiles: [] }));
  const describedHeaders = headers.map((header) => ({
    ...header,
    descriptors: descriptors.get(header.resourceId),
  }));
  for (const batch of splitIntoBatches(describedHeaders, describedHeaders.length)) {
    const { isCurrent } = await runQuery(transaction.execute, beginChanges(batch, writer));
    if (!isCurrent) throw new CreationConflict();
  }
  turn?.signalLocked();
  await writeTileBatches(transaction, tileBatches, writer);
  await turn?.waitToCommit();
  const changesWithoutDescriptors = changes.filter(
    ({ resourceId }) => !descriptors.has(resourceId),
  );
  if (changesWithoutDescriptors.length > 0) {
    const ids = changesWithoutDescriptors.map(({ resourceId }) => resourceId);
    await updateStoredDescriptors(transaction, ids, tags);
  }
  for (const batch of splitIntoBatches(headers, headers.length)) {
    await transaction.execute(endChanges(batch, writer));
  }
}

/** Another writer created one of the resource instances after this import looked it up. */
class CreationConflict extends Error {
  readonly code = 'overtaken';

  constructor() {
    super('Another writer has created some of the same resource instances. Run the import again.');
  }
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof CreationConflict ||
    (error instanceof DatabaseError && error.constraint === 'resource_pkey')
  );
}

function listLanguages(changes: readonly ResourceWrite[]): readonly string[] {
  return changes.flatMap(({ languages }) => languages);
}
