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
import { ImportNotFinished } from './errors.ts';

/** The outcome of a write: stored; nothing stored because of a conflict; or unknown. */
export type Outcome = 'stored' | 'conflict' | 'unknown';

/** The outcome of a write in one statement, and the task after it. */
export type StatementOutcome = {
  readonly kind: 'stored' | 'conflict';
  readonly followUp?: FollowUp | undefined;
};

/** How a change is stored, completely or not at all. */
export type Execution = {
  /**
   * The single statement of the write; undefined if it exceeds the request limit. Reading its result throws the same
   * public errors that `inTransaction` returns or throws.
   */
  readonly statement: RowsQuery<StatementOutcome> | undefined;
  /**
   * Writes in a transaction.
   * @returns a public error if it must be thrown after the commit, because the transaction stores how often it occurred
   * @throws public errors for data that the database rejects
   */
  readonly inTransaction: (
    transaction: Transaction,
  ) => Promise<StatementOutcome['kind'] | PublicError>;
  /** The task after the transaction. */
  readonly followUp?: FollowUp | undefined;
};

/** Stores a change in one statement, or in a transaction if it is larger. */
export async function execute(
  dataApi: DataApi,
  { statement, inTransaction, followUp }: Execution,
): Promise<{ readonly kind: Outcome; readonly followUp?: FollowUp | undefined }> {
  if (statement === undefined) {
    const kind = await runInTransaction(dataApi, inTransaction);
    return { kind, followUp: kind === 'stored' ? followUp : undefined };
  }
  let result: StatementOutcome | undefined;
  const kind = await toOutcome(async () => {
    result = await runQuery(dataApi.write, statement);
    return result.kind;
  });
  return { kind, followUp: result?.followUp };
}

/** Thrown to roll a transaction back after a conflict. */
class ConflictRollback extends Error {}

/**
 * Runs a write in a transaction, which is rolled back after a conflict.
 * @throws the public error that the task returns, after the commit
 */
export async function runInTransaction(
  dataApi: DataApi,
  task: (transaction: Transaction) => Promise<Outcome | PublicError>,
): Promise<Outcome> {
  return toOutcome(async () => {
    try {
      const result = await dataApi.transaction(async (transaction) => {
        const outcome = await task(transaction);
        if (outcome === 'conflict') throw new ConflictRollback();
        return outcome;
      });
      if (result instanceof PublicError) throw result;
      return result;
    } catch (error) {
      if (error instanceof ConflictRollback) return 'conflict';
      throw error;
    }
  });
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const statementTimeout = '57014';
/** Raised by infra/schema/instance/refuse-writes.sql. */
const importNotFinished = 'HD409';

/**
 * Runs a write, and converts errors that allow a retry into outcomes.
 * @throws TimeExceeded, ImportNotFinished, and the other errors of the task
 */
export async function toOutcome(task: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DataApiUnavailable) {
      return error.outcome === 'unknown' ? 'unknown' : 'conflict';
    }
    if (error instanceof TransactionLost) return 'unknown';
    if (!(error instanceof DatabaseError)) throw error;
    if (error.sqlState === statementTimeout) throw new TimeExceeded();
    if (error.sqlState === importNotFinished) throw new ImportNotFinished();
    const isConflict = error.sqlState === uniqueViolation || error.sqlState === foreignKeyViolation;
    if (isConflict || isTransientError(error)) return 'conflict';
    throw error;
  }
}
