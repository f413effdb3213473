import { requestBytes } from '../../data-api/batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { mapped, run } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { modelById } from '../../model/change/change-context.ts';
import type { ResourceChange, TileChange } from '../../model/change/resource-change.ts';
import { repeatedValue } from '../../model/change/uniqueness.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { resourceUri } from '../../model/uris.ts';
import { textsAsJson, type TextsOf } from '../../queries/descriptors/store-texts.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Writer } from '../../queries/resources/record-activity.ts';
import {
  closeChanges,
  openChanges,
  writeWhole,
  type ChangeOutcome,
  type Followed,
} from '../../queries/resources/write-changes.ts';
import { visiblyRepeated, type RepeatedChecks } from '../../queries/resources/unique-checks.ts';
import { UnprocessableDocument, ValueTaken } from '../errors.ts';
import { followMarks, followName, type ChangedName } from '../names/follow-name.ts';
import { sendTexts, tileLists, writeTileLists, type TileList } from '../send-lists.ts';
import type { Storable, StoredWhole } from '../store.ts';

/**
 * Changes of resource instances as something that can be stored whole.
 * @param repeated the error for unique checks that failed
 * @param followed a resource instance whose name they change, and that is part of the names of a few others
 */
export function storableChanges(
  changes: readonly ResourceChange[],
  writer: Writer,
  key: IdempotencyKey | undefined,
  repeated: (checks: RepeatedChecks) => UnprocessableDocument,
  followed?: Followed & Omit<ChangedName, 'token'>,
): Storable {
  const { transactionId: token } = writer;
  const judged = (outcome: ChangeOutcome): 'stored' | 'changed' | ValueTaken => {
    if (outcome.repeated.count > 0) throw repeated(outcome.repeated);
    if (outcome.timesTaken !== null) return new ValueTaken(outcome.timesTaken);
    return outcome.isCurrent ? 'stored' : 'changed';
  };
  const lists = tileLists(changes.flatMap((change) => change.tiles));
  const texts = describedBy(changes);
  return {
    whole: fitsOneRequest(lists, textsAsJson(texts))
      ? mapped(writeWhole(changes, writer, key, followed), (written): StoredWhole => {
          const kind = judged(written);
          if (kind instanceof ValueTaken) throw kind;
          const { following } = written;
          if (kind === 'changed' || following === undefined || followed === undefined)
            return { kind };
          return { kind, follow: followName(following, { ...followed, token }) };
        })
      : undefined,
    followWithin: followed && followMarks(token, followed.languages),
    within: async (transaction) => {
      // Texts go by themselves: with them a statement may be larger than a request.
      const unnamed = changes.map((change) => ({ ...change, described: undefined }));
      const opened = await run(transaction.execute, openChanges(unnamed, writer, key));
      const outcome = judged(opened);
      // Nothing is written yet but how often it was met, which stays.
      if (outcome !== 'stored') return outcome;
      await writeTileLists(transaction, lists, writer);
      await sendTexts(transaction, texts);
      await transaction.execute(closeChanges(unnamed, writer));
      return 'stored';
    },
  };
}

function describedBy(changes: readonly ResourceChange[]): readonly TextsOf[] {
  return changes.flatMap(({ resourceId, described }) =>
    described === undefined ? [] : [{ resourceId, ...described }],
  );
}

function fitsOneRequest(lists: readonly TileList<TileChange>[], texts: string): boolean {
  const bytes = [...lists.map(({ text }) => text), texts].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  return lists.length <= 1 && bytes <= requestBytes;
}

/** The error for unique checks of a change that failed. @param baseUrl of URIs of resource instances */
export function repeatedIn(
  change: ResourceChange,
  graph: CompiledGraph,
  baseUrl: string,
): (checks: RepeatedChecks) => UnprocessableDocument {
  const model = modelById(graph);
  return ({ places, holders, count }) => {
    const problems = places.map((place, index) => {
      const check = change.uniqueChecks[place];
      const nodeIds = Object.keys(check?.values ?? {});
      const holder = holders[index] ?? undefined;
      const uri = holder && resourceUri(baseUrl, holder);
      return repeatedValue({ nodeIds }, check?.pointer ?? '', model, undefined, uri);
    });
    return new UnprocessableDocument(problems, count);
  };
}

/**
 * Looks up, for a change that is not to be stored, whether its values stand somewhere else already. What is closed to the writer does not count:
 * whoever learns of it has to write.
 * @throws UnprocessableDocument
 */
export async function checkUnique(
  data: DataApi,
  change: ResourceChange,
  writer: Caller,
  failure: (checks: RepeatedChecks) => UnprocessableDocument,
): Promise<void> {
  if (change.uniqueChecks.length === 0) return;
  const repeated = await run(data.read, visiblyRepeated(change, writer));
  if (repeated.count > 0) throw failure(repeated);
}
