import { requestBytes } from '../../data-api/batches.ts';
import { mapped, run } from '../../data-api/query.ts';
import { ValueTaken, type UnprocessableDocument } from '../errors.ts';
import type { ResourceChange, TileChange } from '../../model/change/resource-change.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Writer } from '../../queries/resources/record-activity.ts';
import {
  closeChanges,
  openChanges,
  writeWhole,
  type ChangeOutcome,
  type Followed,
} from '../../queries/resources/write-changes.ts';
import type { RepeatedChecks } from '../../queries/resources/unique-checks.ts';
import { textsAsJson, type TextsOf } from '../../queries/descriptors/store-texts.ts';
import { sendTexts } from './send-texts.ts';
import { followMarks, followName, type ChangedName } from '../names/follow-name.ts';
import type { Storable, StoredWhole } from '../store.ts';
import { tileLists, writeTileLists, type TileList } from '../tiles/tile-lists.ts';

/**
 * Changes of resource instances as something that can be stored whole.
 * @param repeated what to say of unique checks that failed
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
