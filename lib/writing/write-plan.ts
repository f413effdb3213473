import type { DataApi, Transaction } from '../data-api/client.ts';
import {
  DataApiUnavailable,
  DatabaseError,
  isTransientError,
  TransactionLost,
} from '../data-api/errors.ts';
import { runQuery, type RowsQuery } from '../data-api/query.ts';
import { TimeExceeded, PublicError } from '../errors.ts';
import type { FollowUp } from './dependent-names/update-dependent-names.ts';

/** What became of an attempt: it is stored; what it was made on has changed, and nothing is stored; or nobody knows. */
export type WriteOutcome = 'stored' | 'changed' | 'unknown';

/** What became of it where it was stored by one statement, and what is to be done after it. */
export type StatementOutcome = {
  readonly kind: 'stored' | 'changed';
  readonly followUp?: FollowUp | undefined;
};

/** Something that can be stored whole. */
export type WritePlan = {
  /** The one statement that does it; undefined where it is larger than a request. Its reader throws what `within` throws. */
  readonly statement: RowsQuery<StatementOutcome> | undefined;
  /**
   * Does it within a transaction.
   * @returns a public error where that is to be thrown once the transaction is committed, because it is counted
   * @throws public errors where the database finds what is wrong
   */
  readonly inTransaction: (transaction: Transaction) => Promise<'stored' | 'changed' | PublicError>;
  /** What is to be done after that. */
  readonly followUp?: FollowUp | undefined;
};

/** Stores something in one statement, or in one transaction where it is larger. */
export async function executePlan(
  data: DataApi,
  storable: WritePlan,
): Promise<{ readonly kind: WriteOutcome; readonly follow?: FollowUp | undefined }> {
  const { statement: whole } = storable;
  if (whole === undefined) {
    const kind = await runInTransaction(data, storable.inTransaction);
    return { kind, follow: kind === 'stored' ? storable.followUp : undefined };
  }
  let follow: FollowUp | undefined;
  const kind = await toWriteOutcome(async () => {
    const stored = await runQuery(data.write, whole);
    ({ followUp: follow } = stored);
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
export async function runInTransaction(
  data: DataApi,
  work: (transaction: Transaction) => Promise<WriteOutcome | PublicError>,
): Promise<WriteOutcome> {
  return toWriteOutcome(async () => {
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
export async function toWriteOutcome(work: () => Promise<WriteOutcome>): Promise<WriteOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataApiUnavailable) {
      return error.outcome === 'unknown' ? 'unknown' : 'changed';
    }
    if (error instanceof TransactionLost) return 'unknown';
    if (!(error instanceof DatabaseError)) throw error;
    if (error.sqlState === statementTimeout) throw new TimeExceeded();
    const isOvertaken =
      error.sqlState === uniqueViolation || error.sqlState === foreignKeyViolation;
    if (isOvertaken || isTransientError(error)) return 'changed';
    throw error;
  }
}
