import { randomUUID } from 'node:crypto';

import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { catchConflict, retryOnConflict } from '../../../../lib/data-api/retry-on-conflict.ts';
import type { ImportContext } from '../import-context.ts';
import { planImportedChange } from './plan-imported-change.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import type { ComputedDescriptors } from '../../../../lib/model/descriptors/compute-descriptors.ts';
import type { NamingModel } from '../../../../lib/model/descriptors/fill-templates.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { Writer } from '../../../../lib/queries/resources/record-activity.ts';
import { lockResourceTable } from '../../../queries/stored-records.ts';
import { closeChanges, openChanges } from '../../../../lib/queries/resources/write-changes.ts';
import { batchTilesLazily, writeTileBatches } from '../../../../lib/writing/send-batches.ts';
import type { ModelIndex } from './model-index.ts';
import { describeStoredResources, describeNewResources } from './describe-imported.ts';
import { yieldBetween, readOneAhead } from './read-one-ahead.ts';
import { compareWithStored, lockRecords } from './stored-records.ts';
import { fillWithStoredValues, type RecordToWrite } from './stored-values.ts';
import type { BatchTurn } from './batch-turn.ts';
import { countWrites, type WrittenCounts } from './written-counts.ts';

/** The models of records, by graph id. */
export type ImportModels = {
  readonly graphs: ReadonlyMap<string, CompiledGraph>;
  readonly index: ReadonlyMap<string, ModelIndex>;
  /** What of them names are made by. */
  readonly naming: ReadonlyMap<string, NamingModel>;
  /** Languages that texts are known to be in. Those that are written with records are added. */
  readonly languages: Set<string>;
};

/**
 * Writes records in one transaction, all or nothing: what differs from what is stored, by the statements of every change of
 * resource instances.
 * @param records no resource instance and no tile twice
 * @param turn undefined where nothing else of the import is under way
 * @throws the errors of lib/data-api/errors.ts; nothing was written then
 */
export async function writeResources(
  data: DataApi,
  records: readonly RecordToWrite[],
  models: ImportModels,
  { omitsActivity }: Pick<ImportContext, 'omitsActivity'>,
  turn?: BatchTurn,
): Promise<WrittenCounts> {
  await turn?.waitToLock();
  // Locks are taken in this order.
  const ordered = records.toSorted((one, other) =>
    one.resource.resource_id < other.resource.resource_id ? -1 : 1,
  );
  const attempt = (isAlone: boolean): Promise<readonly ResourceChange[]> =>
    data.transaction(async (transaction) => {
      turn?.signalBegun();
      if (isAlone) await transaction.execute(lockResourceTable());
      return write(transaction, ordered, models, omitsActivity, turn);
    });
  // What others created meanwhile is stored then. At last all others have to wait.
  const changes = await retryOnConflict({
    maxAttempts: 3,
    maxPause: 100,
    attempt: () => catchConflict(isOvertaken, () => attempt(false)),
    lastAttempt: () => attempt(true),
  });
  turn?.signalStored();
  for (const language of languagesOf(changes)) models.languages.add(language);
  return countWrites(changes);
}

/**
 * Whether the database would take a record. Nothing is written.
 * @throws the errors of lib/data-api/errors.ts, but for one of the database
 */
export async function canBeWritten(
  data: DataApi,
  record: RecordToWrite,
  models: ImportModels,
): Promise<boolean> {
  try {
    await data.transaction(async (transaction) => {
      await write(transaction, [record], models, true);
      throw new TakenBack();
    });
    return true;
  } catch (error) {
    if (error instanceof TakenBack) return true;
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}

/** Ends a transaction that is only tried. */
class TakenBack extends Error {}

async function write(
  transaction: Transaction,
  records: readonly RecordToWrite[],
  models: ImportModels,
  omitsActivity: boolean,
  turn?: BatchTurn,
): Promise<readonly ResourceChange[]> {
  const writer: Writer = {
    caller: null,
    transactionId: randomUUID(),
    omitsActivity,
  };
  const changes = await changesOf(transaction, records, models, turn);
  if (changes.length > 0) await writeResourceChanges(transaction, changes, models, writer, turn);
  return changes;
}

const withoutNodes: Pick<ModelIndex, 'nodes'> = { nodes: new Map() };

async function changesOf(
  transaction: Transaction,
  records: readonly RecordToWrite[],
  { index }: ImportModels,
  turn?: BatchTurn,
): Promise<readonly ResourceChange[]> {
  const locked = await lockRecords(transaction, records);
  // What is not stored yet is locked where it is created.
  if (locked.length === records.length) turn?.signalLocked();
  const filled = await fillWithStoredValues(transaction, records, locked);
  const stored = await compareWithStored(transaction, filled, locked);
  return filled.flatMap((record) => {
    const { resource_id: resourceId, graph_id: graphId } = record.resource;
    const { nodes } = index.get(graphId) ?? withoutNodes;
    return planImportedChange(record, stored.get(resourceId), nodes) ?? [];
  });
}

/**
 * Writes changes of locked resource instances, by the statements of every change, with their texts.
 * @throws Overtaken where others created the same
 */
export async function writeResourceChanges(
  transaction: Transaction,
  changes: readonly ResourceChange[],
  { languages, naming }: Pick<ImportModels, 'languages' | 'naming'>,
  writer: Writer,
  turn?: BatchTurn,
): Promise<void> {
  const own = languagesOf(changes);
  const ahead = (await turn?.exchangeLanguages(own)) ?? [];
  const tags = [...new Set([...languages, ...ahead, ...own])];
  const areNew = changes.every(({ kind }) => kind === 'Create');
  const texts = areNew
    ? await describeNewResources(transaction, changes, naming, tags, turn)
    : nothingDescribed;
  // The tiles go by themselves, in requests that they fill, each made while the database works on the one before.
  const lists = readOneAhead(yieldBetween(batchTilesLazily(changes.flatMap(({ tiles }) => tiles))));
  const headers = changes.map((change) => ({ ...change, tiles: [] }));
  const described = headers.map((header) => ({
    ...header,
    descriptors: texts.get(header.resourceId),
  }));
  for (const batch of splitIntoBatches(described, described.length)) {
    const { isCurrent } = await runQuery(transaction.execute, openChanges(batch, writer));
    if (!isCurrent)
      throw new Overtaken('Others created the same resource instances. Run the import again.');
  }
  turn?.signalLocked();
  await writeTileBatches(transaction, lists, writer);
  await turn?.waitToCommit();
  const undescribed = changes.filter(({ resourceId }) => !texts.has(resourceId));
  if (undescribed.length > 0) {
    const ids = undescribed.map(({ resourceId }) => resourceId);
    await describeStoredResources(transaction, ids, tags);
  }
  for (const batch of splitIntoBatches(headers, headers.length)) {
    await transaction.execute(closeChanges(batch, writer));
  }
}

const nothingDescribed: ReadonlyMap<string, ComputedDescriptors> = new Map();

/** Others created resource instances of records after they were looked for. */
class Overtaken extends Error {
  readonly code = 'overtaken';
}

function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Overtaken ||
    (error instanceof DatabaseError && error.constraint === 'resource_pkey')
  );
}

function languagesOf(changes: readonly ResourceChange[]): readonly string[] {
  return changes.flatMap(({ languages }) => languages);
}
