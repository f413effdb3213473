import * as z from 'zod';

import type { Row } from '../data-api/client.ts';
import { UnprocessableDocument } from '../http/write-errors.ts';
import type { DocumentProblem } from '../model/change/document-problem.ts';
import type { ResourceChange, TileChange } from '../model/change/resource-change.ts';
import type { IdempotencyKey } from '../queries/idempotency.ts';
import type { Writer } from '../queries/record-activity.ts';
import { closeChanges, openChanges, writeWhole } from '../queries/write-changes.ts';
import type { Storable } from './store.ts';
import { tileLists, writeTileLists, type TileList } from './tile-lists.ts';

const outcome = z.tuple([
  z.boolean(),
  z.string().transform((text) => z.array(z.number()).parse(JSON.parse(text))),
]);

/**
 * Changes of resource instances as something that can be stored whole.
 * @param repeated what to say of a unique check that failed, by its place
 */
export function storableChanges(
  changes: readonly ResourceChange[],
  writer: Writer,
  key: IdempotencyKey | undefined,
  repeated: (place: number) => DocumentProblem,
): Storable {
  const read = (row: Row | undefined): 'stored' | 'changed' => {
    const [isCurrent, places] = outcome.parse(row);
    if (places.length > 0) throw new UnprocessableDocument(places.map(repeated));
    return isCurrent ? 'stored' : 'changed';
  };
  const lists = tileLists(changes.flatMap((change) => change.tiles));
  return {
    whole: fitsOneRequest(lists) ? writeWhole(changes, writer, key) : undefined,
    outcome: read,
    within: async (transaction) => {
      const [row] = await transaction.execute(openChanges(changes, writer, key));
      if (read(row) === 'changed') return 'changed';
      await writeTileLists(transaction, lists, writer);
      await transaction.execute(closeChanges(changes, writer));
      return 'stored';
    },
  };
}

function fitsOneRequest(lists: readonly TileList<TileChange>[]): boolean {
  return lists.length <= 1 && lists.every(({ isStaged }) => !isStaged);
}
