import { maxRequestBytes } from '../../data-api/split-into-batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { mapQuery, runQuery } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { createModelLookup } from '../../model/change/change-context.ts';
import type { ResourceChange, TileChange } from '../../model/change/resource-change.ts';
import { notUniqueProblem } from '../../model/change/uniqueness.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import { resourceUri } from '../../model/uris.ts';
import {
  serializeDescriptors,
  type ResourceDescriptors,
} from '../../queries/descriptors/store-descriptors.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Writer } from '../../queries/resources/record-activity.ts';
import {
  closeChanges,
  openChanges,
  writeChanges,
  type ChangeOutcome,
  type RenamedResource,
} from '../../queries/resources/write-changes.ts';
import { findRepeatedChecks, type RepeatedChecks } from '../../queries/resources/unique-checks.ts';
import { UnprocessableDocument, ValueTaken } from '../errors.ts';
import {
  updateMarkedNames,
  updateDependentNames,
  type ChangedName,
} from '../dependent-names/update-dependent-names.ts';
import { sendDescriptors, batchTiles, writeTileBatches, type TileBatch } from '../send-batches.ts';
import type { WritePlan, StatementOutcome } from '../write-plan.ts';

/**
 * Changes of resource instances as something that can be stored whole.
 * @param repeated the error for unique checks that failed
 * @param followed a resource instance whose name they change, and that is part of the names of a few others
 */
export function planChanges(
  changes: readonly ResourceChange[],
  writer: Writer,
  key: IdempotencyKey | undefined,
  repeated: (checks: RepeatedChecks) => UnprocessableDocument,
  followed?: RenamedResource & Omit<ChangedName, 'token'>,
): WritePlan {
  const { transactionId: token } = writer;
  const judged = (outcome: ChangeOutcome): 'stored' | 'changed' | ValueTaken => {
    if (outcome.repeated.count > 0) throw repeated(outcome.repeated);
    if (outcome.timesTaken !== null) return new ValueTaken(outcome.timesTaken);
    return outcome.isCurrent ? 'stored' : 'changed';
  };
  const lists = batchTiles(changes.flatMap((change) => change.tiles));
  const texts = describedBy(changes);
  return {
    statement: fitsOneRequest(lists, serializeDescriptors(texts))
      ? mapQuery(writeChanges(changes, writer, key, followed), (written): StatementOutcome => {
          const kind = judged(written);
          if (kind instanceof ValueTaken) throw kind;
          const { dependants: following } = written;
          if (kind === 'changed' || following === undefined || followed === undefined)
            return { kind };
          return { kind, followUp: updateDependentNames(following, { ...followed, token }) };
        })
      : undefined,
    followUp: followed && updateMarkedNames(token, followed.languages),
    inTransaction: async (transaction) => {
      // Texts go by themselves: with them a statement may be larger than a request.
      const unnamed = changes.map((change) => ({ ...change, descriptors: undefined }));
      const opened = await runQuery(transaction.execute, openChanges(unnamed, writer, key));
      const outcome = judged(opened);
      // Nothing is written yet but how often it was met, which stays.
      if (outcome !== 'stored') return outcome;
      await writeTileBatches(transaction, lists, writer);
      await sendDescriptors(transaction, texts);
      await transaction.execute(closeChanges(unnamed, writer));
      return 'stored';
    },
  };
}

function describedBy(changes: readonly ResourceChange[]): readonly ResourceDescriptors[] {
  return changes.flatMap(({ resourceId, descriptors: described }) =>
    described === undefined ? [] : [{ resourceId, ...described }],
  );
}

function fitsOneRequest(lists: readonly TileBatch<TileChange>[], texts: string): boolean {
  const bytes = [...lists.map(({ text }) => text), texts].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  return lists.length <= 1 && bytes <= maxRequestBytes;
}

/** The error for unique checks of a change that failed. @param baseUrl of URIs of resource instances */
export function uniquenessError(
  change: ResourceChange,
  graph: CompiledGraph,
  baseUrl: string,
): (checks: RepeatedChecks) => UnprocessableDocument {
  const model = createModelLookup(graph);
  return ({ places, holders, count }) => {
    const problems = places.map((place, index) => {
      const check = change.uniqueChecks[place];
      const nodeIds = Object.keys(check?.values ?? {});
      const holder = holders[index] ?? undefined;
      const uri = holder && resourceUri(baseUrl, holder);
      return notUniqueProblem({ nodeIds }, check?.pointer ?? '', model, undefined, uri);
    });
    return new UnprocessableDocument(problems, count);
  };
}

/**
 * Looks up, for a change that is not to be stored, whether its values stand somewhere else already. What is closed to the writer does not count:
 * whoever learns of it has to write.
 * @throws UnprocessableDocument
 */
export async function checkUniqueness(
  data: DataApi,
  change: ResourceChange,
  writer: Caller,
  failure: (checks: RepeatedChecks) => UnprocessableDocument,
): Promise<void> {
  if (change.uniqueChecks.length === 0) return;
  const repeated = await runQuery(data.read, findRepeatedChecks(change, writer));
  if (repeated.count > 0) throw failure(repeated);
}
