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

/** The outcome of a write: stored; nothing stored because of a conflict; or unknown. */
export type WriteOutcome = 'stored' | 'changed' | 'unknown';

/** The outcome of a write in one statement, and the task after it. */
export type StatementOutcome = {
  readonly kind: 'stored' | 'changed';
  readonly followUp?: FollowUp | undefined;
};

/** A change that is stored completely or not at all. */
export type WritePlan = {
  /**
   * The single statement of the write; undefined if it exceeds the request limit. Its reader throws the same
   * errors as `inTransaction`.
   */
  readonly statement: RowsQuery<StatementOutcome> | undefined;
  /**
   * Writes in a transaction.
   * @returns a public error to throw after the commit, because it is counted
   * @throws public errors about what the database finds
   */
  readonly inTransaction: (transaction: Transaction) => Promise<'stored' | 'changed' | PublicError>;
  /** The task after the transaction. */
  readonly followUp?: FollowUp | undefined;
};

/** Executes a plan in one statement, or in a transaction if it is larger. */
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

/** Rolls a transaction back after a conflict. */
class NothingStored extends Error {}

/**
 * Runs a write in a transaction, which is rolled back after a conflict.
 * @throws the public error that the task returns, after the commit
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

/** Converts errors that allow a retry into outcomes; other errors are thrown. */
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
