import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { findUnknownStates, storeStatedParts } from '../../../queries/life-cycles.ts';
import { importWarning } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { ImportModels } from './import-models.ts';
import type { RecordToWrite } from './record-to-write.ts';

const rowsPerStatement = 2000;

/**
 * Writes the states and identifiers of changed records that state them.
 * @returns warnings about states that no model has. Such a resource instance keeps its state; a new one is in the initial state.
 */
export async function writeStatedParts(
  { execute }: Transaction,
  records: readonly RecordToWrite[],
  changes: readonly ResourceChange[],
): Promise<readonly Problem[]> {
  const stating = listStatingRecords(records, changes);
  if (stating.length === 0) return [];
  const headers = stating.map(({ resource }) => resource);
  const unknown = new Set(
    await readInBatches(execute, headers, rowsPerStatement, storeStatedParts),
  );
  return warnOfUnknownStates(stating.filter(({ resource }) => unknown.has(resource.resource_id)));
}

/** Finds the warnings of `writeStatedParts` without writing, as a dry run does, which may not have stored the models. */
export async function checkStatedParts(
  { execute }: Transaction,
  records: readonly RecordToWrite[],
  changes: readonly ResourceChange[],
  { unstoredStateIds }: Pick<ImportModels, 'unstoredStateIds'>,
): Promise<readonly Problem[]> {
  const stating = listStatingRecords(records, changes);
  const stateIds = new Set(stating.flatMap(({ resource }) => resource.life_cycle_state_id ?? []));
  const otherIds = [...stateIds].filter((id) => !unstoredStateIds.has(id));
  if (otherIds.length === 0) return [];
  const unknown = new Set(await runQuery(execute, findUnknownStates(otherIds)));
  return warnOfUnknownStates(
    stating.filter(({ resource }) => unknown.has(resource.life_cycle_state_id ?? '')),
  );
}

function listStatingRecords(
  records: readonly RecordToWrite[],
  changes: readonly ResourceChange[],
): readonly RecordToWrite[] {
  const changedIds = new Set(changes.map(({ resourceId }) => resourceId));
  return records.filter(
    ({ resource: { resource_id: id, life_cycle_state_id: stateId, identifiers } }) =>
      changedIds.has(id) && (stateId !== null || identifiers !== null),
  );
}

function warnOfUnknownStates(records: readonly RecordToWrite[]): readonly Problem[] {
  return records.map(
    ({ pointer, resource: { resource_id: record, life_cycle_state_id: stateId } }) => {
      const message = `The life-cycle state ${stateId} of resource instance ${record} is left out, because no imported model has it. Import its resource model, with its life cycle, and import the record again.`;
      return importWarning('unknown_state', message, { pointer, record });
    },
  );
}
