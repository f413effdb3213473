import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  findStoredRows,
  readOrigins,
  type StoredKind,
  type OriginState,
} from './queries/origin.ts';
import { readInBatches } from '../run-in-batches.ts';

/** A row of the source. */
export type ComparedRow = {
  readonly id: string;
  readonly hash: string;
  /** The resource instance of a tile, the graph of a resource instance, or the concept of a value; null for other rows. */
  readonly ownerId: string | null;
};

/** How a row of the source compares with the stored row of the same id. */
export type RowComparison =
  /** It is not stored. */
  | { readonly kind: 'new'; readonly row: ComparedRow }
  /** It is stored, but was not imported from the source. */
  | { readonly kind: 'stored before'; readonly row: ComparedRow; readonly isEqual: boolean }
  /** An earlier import has stored it. */
  | {
      readonly kind: 'unchanged' | 'changed';
      readonly row: ComparedRow;
      readonly origin: OriginState;
    }
  /** An earlier import has stored it, but the source no longer has it. */
  | { readonly kind: 'deleted'; readonly origin: OriginState };

const rowsPerLookup = 4000;

/**
 * Compares every row of a source, by id and hash, with the rows that earlier imports have stored. Both are streamed in the order of their
 * ids.
 * @rule Imports and exports: Which rows of a database are compared with those here?
 * @rule Imports and exports: What does an import of a database change, and what does it keep?
 * @param rows the rows of the source, in the order of their ids
 */
export async function* compareRows(
  kind: StoredKind,
  rows: AsyncIterable<readonly ComparedRow[]>,
  dataApi: DataApi,
): AsyncGenerator<RowComparison> {
  const origins = readAllOrigins(kind, dataApi);
  let nextOrigin = await origins.next();
  for await (const batch of rows) {
    const rowsWithoutOrigin: ComparedRow[] = [];
    for (const row of batch) {
      while (nextOrigin.done !== true && nextOrigin.value.id < row.id) {
        yield { kind: 'deleted', origin: nextOrigin.value };
        nextOrigin = await origins.next();
      }
      if (nextOrigin.done === true || nextOrigin.value.id !== row.id) {
        rowsWithoutOrigin.push(row);
        continue;
      }
      const isUnchanged = nextOrigin.value.hash === row.hash;
      yield { kind: isUnchanged ? 'unchanged' : 'changed', row, origin: nextOrigin.value };
      nextOrigin = await origins.next();
    }
    yield* findStoredBefore(kind, rowsWithoutOrigin, dataApi);
  }
  while (nextOrigin.done !== true) {
    yield { kind: 'deleted', origin: nextOrigin.value };
    nextOrigin = await origins.next();
  }
}

async function* readAllOrigins(kind: StoredKind, dataApi: DataApi): AsyncGenerator<OriginState> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await runQuery(dataApi.read, readOrigins(kind, after));
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* findStoredBefore(
  kind: StoredKind,
  rows: readonly ComparedRow[],
  dataApi: DataApi,
): AsyncGenerator<RowComparison> {
  const storedRows = await readInBatches(
    dataApi.read,
    rows.map(({ id }) => id),
    rowsPerLookup,
    (ids) => findStoredRows(kind, ids),
  );
  const hashes = new Map(storedRows.map(({ id, hash }) => [id, hash]));
  for (const row of rows) {
    const hash = hashes.get(row.id);
    yield hash === undefined
      ? { kind: 'new', row }
      : { kind: 'stored before', row, isEqual: hash === row.hash };
  }
}
