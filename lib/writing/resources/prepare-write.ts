import { fitIntoRequest } from '../../data-api/split-into-batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { mapQuery, runQuery } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { createModelLookup } from '../../model/change/comparison-context.ts';
import type { ResourceWrite, TileWrite } from '../../model/change/resource-write.ts';
import { createNotUniqueProblem } from '../../model/change/uniqueness.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { resourceUri } from '../../model/uris.ts';
import {
  serializeDescriptors,
  type ResourceDescriptors,
} from '../../queries/descriptors/store-descriptors.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Writer } from '../../queries/history/record-activity.ts';
import {
  endChanges,
  beginChanges,
  writeChanges,
  type ChangeOutcome,
  type RenamedResource,
} from '../../queries/resources/write-changes.ts';
import { findRepeatedChecks, type RepeatedChecks } from '../../queries/resources/unique-checks.ts';
import { UnprocessableDocument, ValueTaken } from '../errors.ts';
import {
  planMarkedNameUpdate,
  planDependentNameUpdate,
  type ChangedName,
} from '../dependent-names/update-dependent-names.ts';
import { writeDescriptors, batchTiles, writeTileBatches, type TileBatch } from '../send-batches.ts';
import type { Execution, StatementOutcome } from '../execute.ts';

/**
 * Prepares the statement that writes a resource instance, and the transaction that does so if it is too large for one statement.
 * @param toUniquenessError creates the error for failed unique checks
 * @param changedName the new name of the resource instance, if other names contain it and are few enough to be updated
 * in this request
 */
export function prepareWrite(
  write: ResourceWrite,
  writer: Writer,
  idempotencyKey: IdempotencyKey | undefined,
  toUniquenessError: (checks: RepeatedChecks) => UnprocessableDocument,
  changedName?: RenamedResource & Omit<ChangedName, 'token'>,
): Execution {
  const { transactionId: token } = writer;
  const readOutcome = (outcome: ChangeOutcome): 'stored' | 'conflict' | ValueTaken => {
    if (outcome.repeated.count > 0) throw toUniquenessError(outcome.repeated);
    if (outcome.takenValueAttempts !== null) return new ValueTaken(outcome.takenValueAttempts);
    return outcome.isCurrent ? 'stored' : 'conflict';
  };
  const batches = batchTiles(write.tiles);
  const descriptors = descriptorsOf(write);
  return {
    statement: fitsOneRequest(batches, serializeDescriptors(descriptors))
      ? mapQuery(
          writeChanges([write], writer, idempotencyKey, changedName),
          (changeOutcome): StatementOutcome => {
            const kind = readOutcome(changeOutcome);
            if (kind instanceof ValueTaken) throw kind;
            const { dependants } = changeOutcome;
            if (kind === 'conflict' || dependants === undefined || changedName === undefined)
              return { kind };
            return {
              kind,
              followUp: planDependentNameUpdate(dependants, { ...changedName, token }),
            };
          },
        )
      : undefined,
    followUp: changedName && planMarkedNameUpdate(token, changedName.languages),
    inTransaction: async (transaction) => {
      // Descriptors are sent separately, because together with the tiles they can exceed the request limit.
      const withoutDescriptors: ResourceWrite = { ...write, descriptors: undefined };
      const openOutcome = await runQuery(
        transaction.execute,
        beginChanges([withoutDescriptors], writer, idempotencyKey),
      );
      const outcome = readOutcome(openOutcome);
      // For a ValueTaken, the statement writes only the count of rejected values, which must be committed.
      if (outcome !== 'stored') return outcome;
      await writeTileBatches(transaction, batches, writer);
      await writeDescriptors(transaction, descriptors);
      await transaction.execute(endChanges([withoutDescriptors], writer));
      return 'stored';
    },
  };
}

function descriptorsOf({ resourceId, descriptors }: ResourceWrite): readonly ResourceDescriptors[] {
  return descriptors === undefined ? [] : [{ resourceId, ...descriptors }];
}

function fitsOneRequest(batches: readonly TileBatch<TileWrite>[], descriptors: string): boolean {
  return batches.length <= 1 && fitIntoRequest(...batches.map(({ text }) => text), descriptors);
}

/**
 * Returns a function that creates the error for failed unique checks.
 * @param baseUrl for the URIs of resource instances
 */
export function createUniquenessErrorFactory(
  change: ResourceWrite,
  graph: CompiledGraph,
  baseUrl: string,
): (checks: RepeatedChecks) => UnprocessableDocument {
  const model = createModelLookup(graph);
  return ({ positions, holders, count }) => {
    const problems = positions.map((checkIndex, index) => {
      const check = change.uniqueChecks[checkIndex];
      const nodeIds = Object.keys(check?.values ?? {});
      const holder = holders[index] ?? undefined;
      const uri = holder && resourceUri(baseUrl, holder);
      return createNotUniqueProblem({ nodeIds }, check?.pointer ?? '', model, undefined, uri);
    });
    return new UnprocessableDocument(problems, count);
  };
}

/**
 * Checks for duplicates of unique values in a dry run. Duplicates that the author cannot see do not count: only a
 * real write reports them.
 * @throws UnprocessableDocument
 */
export async function checkUniqueness(
  dataApi: DataApi,
  change: ResourceWrite,
  writer: Caller,
  toUniquenessError: (checks: RepeatedChecks) => UnprocessableDocument,
): Promise<void> {
  if (change.uniqueChecks.length === 0) return;
  const repeatedChecks = await runQuery(dataApi.read, findRepeatedChecks(change, writer));
  if (repeatedChecks.count > 0) throw toUniquenessError(repeatedChecks);
}
