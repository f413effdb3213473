import type { DataApi, Transaction } from '../data-api/client.ts';
import {
  DataApiUnavailable,
  DatabaseError,
  isTransient,
  TransactionLost,
} from '../data-api/errors.ts';
import { run, type RowsQuery } from '../data-api/query.ts';
import { OutOfTime, PublicError } from '../errors.ts';
import type { Follow } from './names/follow-name.ts';

/** What became of an attempt: it is stored; what it was made on has changed, and nothing is stored; or nobody knows. */
export type Stored = 'stored' | 'changed' | 'unknown';

/** What became of it where it was stored by one statement, and what is to be done after it. */
export type StoredWhole = {
  readonly kind: 'stored' | 'changed';
  readonly follow?: Follow | undefined;
};

/** Something that can be stored whole. */
export type Storable = {
  /** The one statement that does it; undefined where it is larger than a request. Its reader throws what `within` throws. */
  readonly whole: RowsQuery<StoredWhole> | undefined;
  /**
   * Does it within a transaction.
   * @returns a public error where that is to be thrown once the transaction is committed, because it is counted
   * @throws public errors where the database finds what is wrong
   */
  readonly within: (transaction: Transaction) => Promise<'stored' | 'changed' | PublicError>;
  /** What is to be done after that. */
  readonly followWithin?: Follow | undefined;
};

/** Stores something in one statement, or in one transaction where it is larger. */
export async function store(
  data: DataApi,
  storable: Storable,
): Promise<{ readonly kind: Stored; readonly follow?: Follow | undefined }> {
  const { whole } = storable;
  if (whole === undefined) {
    const kind = await storeWithin(data, storable.within);
    return { kind, follow: kind === 'stored' ? storable.followWithin : undefined };
  }
  let follow: Follow | undefined;
  const kind = await outcomeOf(async () => {
    const stored = await run(data.write, whole);
    ({ follow } = stored);
    return stored.kind;
  });
  return { kind, follow };
}

/** What ends a transaction with nothing stored, without being an error. */
class NothingStored extends Error {}

/**
 * Runs a transaction that stores something; it is rolled back where what it was made on has changed.
 * @throws the public error that the work returns, once the transaction is committed
 */
export async function storeWithin(
  data: DataApi,
  work: (transaction: Transaction) => Promise<Stored | PublicError>,
): Promise<Stored> {
  return outcomeOf(async () => {
    try {
      const stored = await data.transaction(async (transaction) => {
        const done = await work(transaction);
        if (done === 'changed') throw new NothingStored();
        return done;
      });
      if (stored instanceof PublicError) throw stored;
      return stored;
    } catch (error) {
      if (error instanceof NothingStored) return 'changed';
      throw error;
    }
  });
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const statementTimeout = '57014';

/** Tells the errors after which trying again may help from those after which it cannot. */
export async function outcomeOf(work: () => Promise<Stored>): Promise<Stored> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataApiUnavailable) {
      return error.outcome === 'unknown' ? 'unknown' : 'changed';
    }
    if (error instanceof TransactionLost) return 'unknown';
    if (!(error instanceof DatabaseError)) throw error;
    if (error.sqlState === statementTimeout) throw new OutOfTime();
    const isOvertaken =
      error.sqlState === uniqueViolation || error.sqlState === foreignKeyViolation;
    if (isOvertaken || isTransient(error)) return 'changed';
    throw error;
  }
}
