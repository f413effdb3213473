import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { BatchTurn } from '../batch-turn.ts';
import type { ImportContext } from '../import-context.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { identifyTiles } from './identify-tiles.ts';
import type { ImportModels } from './import-models.ts';
import type { ImportedTileIds } from './imported-tile-ids.ts';
import type { ModelIndex } from './model-index.ts';
import { planImportedChange } from './plan-imported-change.ts';
import { compareWithStored, fillWithStoredValues, lockRecords } from './stored-records.ts';
import { checkStatedParts } from './stated-parts.ts';
import type { FileRecord } from './file-record.ts';

/** What the writing of records depends on, besides the models. */
export type RecordsContext = Pick<
  ImportContext,
  | 'omitsActivity'
  | 'replacesProposals'
  | 'keepsMissingSortOrders'
  | 'onRecordsWritten'
  | 'onRecordsStored'
> & {
  /** The ids of tiles without an id that the run has stored, to which those of the records are added. */
  readonly importedTileIds: ImportedTileIds;
};

/** Records that were compared with what is stored, and have their final tile ids and proposals. */
export type PreparedRecords = {
  readonly records: readonly FileRecord[];
  /** What makes the stored resource instances equal to the records. */
  readonly changes: readonly ResourceWrite[];
  /** Warnings about what is kept. */
  readonly problems: readonly Problem[];
};

/**
 * Locks the stored resource instances of records, and plans the changes that store the records.
 * @param records the records, in the order of their ids
 */
export async function planRecords(
  transaction: Transaction,
  records: readonly FileRecord[],
  { index }: ImportModels,
  { importedTileIds, replacesProposals, keepsMissingSortOrders }: RecordsContext,
  turn?: BatchTurn,
): Promise<PreparedRecords> {
  const lockedResources = await lockRecords(transaction, records);
  // Resource instances that are not stored are locked only when they are created.
  if (lockedResources.length === records.length) turn?.signalLocked();
  const identified = await identifyTiles(transaction, records, lockedResources, importedTileIds);
  const compared = await compareWithStored(
    transaction,
    await fillWithStoredValues(transaction, identified.records, lockedResources),
    lockedResources,
    identified.equalIds,
    { replacesProposals, keepsMissingSortOrders },
  );
  const changes = compared.records.flatMap((record) => {
    const { resource_id: resourceId, graph_id: graphId } = record.resource;
    const nodes: ModelIndex['nodes'] = index.get(graphId)?.nodes ?? new Map();
    return planImportedChange(record, compared.stored.get(resourceId), nodes) ?? [];
  });
  return {
    records: compared.records,
    changes,
    problems: [...identified.problems, ...compared.problems],
  };
}

/**
 * Plans the changes that would store records, without writing them, as a dry run does.
 * @returns the changes, and warnings about what would be kept
 */
export async function planStoredRecords(
  dataApi: DataApi,
  records: readonly FileRecord[],
  models: ImportModels,
  context: RecordsContext,
): Promise<PreparedRecords> {
  const planned = await runAndRollBack(dataApi, async (transaction) => {
    const plan = await planRecords(transaction, orderRecords(records), models, context);
    const problems = await checkStatedParts(transaction, plan.records, plan.changes, models);
    return { ...plan, problems: [...plan.problems, ...problems] };
  });
  rememberTileIds(planned.records, context);
  return planned;
}

/** Orders records by their ids. Locks are taken in this order, so that concurrent writers do not deadlock. */
export function orderRecords(records: readonly FileRecord[]): readonly FileRecord[] {
  return records.toSorted((one, other) =>
    one.resource.resource_id < other.resource.resource_id ? -1 : 1,
  );
}

export function rememberTileIds(
  records: readonly FileRecord[],
  { importedTileIds }: RecordsContext,
): void {
  for (const { resource, without } of records)
    importedTileIds.add(resource.resource_id, without.tileId);
}
