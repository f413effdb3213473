import type { Transaction } from '../../../../lib/data-api/client.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { runQuery, type RowsQuery } from '../../../../lib/data-api/query.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  findUnknownAccounts,
  findUnknownStates,
  storeStatedParts,
} from './queries/stated-parts.ts';
import { importWarning } from '../import-problems.ts';
import type { ImportModels } from './import-models.ts';
import type { FileRecord } from './file-record.ts';

const rowsPerStatement = 2000;

/** The ids of states and accounts that a dry run has read and not stored. */
type UnstoredIds = Pick<ImportModels, 'unstoredStateIds' | 'unstoredAccountIds'>;

/**
 * Writes the owners, states and identifiers of changed records that state them.
 * @returns warnings about states that no model has, and about owners who have no account. Such a resource instance keeps its state and its
 * owner; a new one is in the initial state, and has no owner.
 */
export async function writeStatedParts(
  transaction: Transaction,
  records: readonly FileRecord[],
  changes: readonly ResourceWrite[],
  unstored: UnstoredIds,
): Promise<readonly Problem[]> {
  const stating = listStatingRecords(records, changes);
  const headers = stating.map(({ resource }) => resource);
  for (const batch of splitIntoBatches(headers, rowsPerStatement))
    await transaction.execute(storeStatedParts(batch));
  return findUnknownParts(transaction, stating, unstored);
}

/** Finds the warnings of `writeStatedParts` without writing, as a dry run does, which may not have stored the models. */
export async function checkStatedParts(
  transaction: Transaction,
  records: readonly FileRecord[],
  changes: readonly ResourceWrite[],
  unstored: UnstoredIds,
): Promise<readonly Problem[]> {
  return findUnknownParts(transaction, listStatingRecords(records, changes), unstored);
}

function listStatingRecords(
  records: readonly FileRecord[],
  changes: readonly ResourceWrite[],
): readonly FileRecord[] {
  const kinds = new Map(changes.map(({ resourceId, kind }) => [resourceId, kind]));
  return records.filter(({ resource }) => {
    const kind = kinds.get(resource.resource_id);
    if (kind === undefined) return false;
    const owner = resource.created_by;
    // A new one has no owner yet.
    const statesOwner = owner !== undefined && (owner !== 0 || kind !== 'Create');
    return statesOwner || resource.life_cycle_state_id !== null || resource.identifiers !== null;
  });
}

async function findUnknownParts(
  { execute }: Transaction,
  records: readonly FileRecord[],
  { unstoredStateIds, unstoredAccountIds }: UnstoredIds,
): Promise<readonly Problem[]> {
  const findUnknown = async <Id>(
    idOf: (record: FileRecord) => Id | null | undefined,
    unstoredIds: ReadonlySet<Id>,
    query: (ids: readonly Id[]) => RowsQuery<readonly Id[]>,
  ) => {
    const ids = new Set(records.flatMap((record) => idOf(record) ?? [])).difference(unstoredIds);
    return new Set(ids.size === 0 ? [] : await runQuery(execute, query([...ids])));
  };
  const unknownStates = await findUnknown(statedState, unstoredStateIds, findUnknownStates);
  const unknownOwners = await findUnknown(statedOwner, unstoredAccountIds, findUnknownAccounts);
  return records.flatMap((record) => [
    ...(unknownStates.has(statedState(record) ?? '') ? [unknownStateWarning(record)] : []),
    ...(unknownOwners.has(statedOwner(record) ?? 0) ? [unknownOwnerWarning(record)] : []),
  ]);
}

const statedState = ({ resource }: FileRecord): string | null => resource.life_cycle_state_id;

/** The owner whom a record names; undefined if it names none or says that there is none. */
const statedOwner = ({ resource }: FileRecord): number | undefined =>
  resource.created_by === 0 ? undefined : resource.created_by;

function unknownStateWarning(record: FileRecord): Problem {
  const { resource_id: id, life_cycle_state_id: stateId } = record.resource;
  const message = `The life-cycle state ${stateId} of resource instance ${id} is left out, because no imported model has it. Import its resource model, with its life cycle, and import the record again.`;
  return importWarning('unknown_state', message, { pointer: record.pointer, record: id });
}

function unknownOwnerWarning(record: FileRecord): Problem {
  const { resource_id: id, created_by: accountId } = record.resource;
  const message = `The owner (principaluser_id) ${accountId} of resource instance ${id} is left out, because no account has this id. Import the accounts before, and import the record again.`;
  return importWarning('unknown_owner', message, { pointer: record.pointer, record: id });
}
