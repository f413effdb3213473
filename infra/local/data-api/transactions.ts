import { randomBytes } from 'node:crypto';

import {
  SessionLost,
  type Database,
  type DatabaseRole,
  type Session,
} from '../database/database.ts';
import { ServiceError } from './errors.ts';

/** Limits of transactions, in milliseconds: `idle` between two calls, and `total` from begin to end. */
export type TransactionTimeouts = {
  readonly idle: number;
  readonly total: number;
};

/** The limits of the RDS Data API. */
export const serviceTransactionTimeouts: TransactionTimeouts = {
  idle: 180_000,
  total: 86_400_000,
};

/** Why a transaction is not found, in the wording of AWS. */
const causes = {
  expired: 'Transaction may be expired.',
  terminated: 'One previous call resulted in a termination of your transaction.',
  aborted: 'Transaction has been aborted due to an error from a previous call.',
} as const;

type OpenTransaction = {
  readonly session: Session;
  readonly role: DatabaseRole;
  isBusy: boolean;
  /** Whether it expired during the current call, and must end after it. */
  isOverdue: boolean;
  idleTimer: NodeJS.Timeout;
  readonly endTimer: NodeJS.Timeout;
};

export type Transactions = {
  readonly begin: (role: DatabaseRole) => Promise<string>;
  /** Runs a call in a transaction. @throws ServiceError, also if another call is running in it */
  readonly use: <T>(
    id: string,
    role: DatabaseRole,
    runCall: (session: Session) => Promise<T>,
  ) => Promise<T>;
  /** Commits or rolls back. @throws ServiceError, also if the transaction was rolled back instead of committed */
  readonly end: (id: string, role: DatabaseRole, statement: 'commit' | 'rollback') => Promise<void>;
  /** Ends a transaction. A call that is running in it fails. */
  readonly kill: (id: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
};

/** The number of ended transactions that the emulator remembers. */
const maxRememberedTransactions = 1000;

/**
 * Manages the open transactions of the emulator.
 * @param beginTimeout of the statement that begins a transaction, in milliseconds
 */
export function createTransactions(
  database: Database,
  timeouts: TransactionTimeouts,
  beginTimeout: number,
): Transactions {
  const openTransactions = new Map<string, OpenTransaction>();
  const endCauses = new Map<string, string>();

  /** Removes a transaction, and releases its session when no call is running in it. */
  async function finish(id: string, cause: string): Promise<void> {
    const transaction = openTransactions.get(id);
    if (transaction === undefined) return;
    openTransactions.delete(id);
    endCauses.set(id, cause);
    const [oldest] = endCauses.keys();
    if (endCauses.size > maxRememberedTransactions && oldest !== undefined)
      endCauses.delete(oldest);
    clearTimeout(transaction.idleTimer);
    clearTimeout(transaction.endTimer);
    await transaction.session.release();
  }

  const startTimer = (id: string, milliseconds: number): NodeJS.Timeout =>
    setTimeout(() => expire(id), milliseconds).unref();

  function expire(id: string): void {
    const transaction = openTransactions.get(id);
    if (transaction === undefined) return;
    if (transaction.isBusy) transaction.isOverdue = true;
    else void finish(id, causes.expired);
  }

  function notFoundError(id: string, detail = ''): ServiceError {
    const cause = endCauses.get(id) ?? causes.expired;
    return new ServiceError(
      'TransactionNotFoundException',
      `Transaction ${id} is not found. ${cause}${detail === '' ? '' : ` ${detail}`}`,
    );
  }

  function startCall(id: string, role: DatabaseRole): OpenTransaction {
    const transaction = openTransactions.get(id);
    if (transaction === undefined || transaction.role !== role) throw notFoundError(id);
    if (transaction.isBusy) {
      throw new ServiceError('DatabaseErrorException', 'Transaction is still running a query');
    }
    transaction.isBusy = true;
    clearTimeout(transaction.idleTimer);
    return transaction;
  }

  function endCall(id: string, transaction: OpenTransaction): void {
    transaction.isBusy = false;
    if (openTransactions.get(id) !== transaction) return;
    if (transaction.isOverdue) void finish(id, causes.expired);
    else transaction.idleTimer = startTimer(id, timeouts.idle);
  }

  async function begin(role: DatabaseRole): Promise<string> {
    const session = await database.borrowSession(role);
    try {
      await session.query('begin', [], beginTimeout);
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomBytes(138).toString('base64');
    openTransactions.set(id, {
      session,
      role,
      isBusy: false,
      isOverdue: false,
      idleTimer: startTimer(id, timeouts.idle),
      endTimer: startTimer(id, timeouts.total),
    });
    return id;
  }

  async function use<T>(
    id: string,
    role: DatabaseRole,
    runCall: (session: Session) => Promise<T>,
  ): Promise<T> {
    const transaction = startCall(id, role);
    try {
      const result = await runCall(transaction.session);
      if (openTransactions.get(id) !== transaction) throw notFoundError(id);
      return result;
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      void finish(id, causes.terminated);
      throw notFoundError(id, error.message);
    } finally {
      // The call only ends when its session is idle, because after a timeout the statement may still be running.
      void transaction.session.waitUntilIdle().then(() => endCall(id, transaction));
    }
  }

  async function end(
    id: string,
    role: DatabaseRole,
    statement: 'commit' | 'rollback',
  ): Promise<void> {
    const { session } = startCall(id, role);
    let cause: string = causes.expired;
    try {
      const isCommitted = await session.endTransaction(statement);
      if (statement === 'rollback' || isCommitted) return;
      cause = causes.aborted;
    } catch (error) {
      // If the session was lost after the commit was sent, the outcome is unknown.
      if (!(error instanceof SessionLost) || error.wasSent) throw error;
      cause = causes.terminated;
    } finally {
      await finish(id, cause);
    }
    throw notFoundError(id);
  }

  return {
    begin,
    use,
    end,
    kill: (id) => finish(id, causes.terminated),
    closeAll: async () => {
      await Promise.all([...openTransactions.keys()].map((id) => finish(id, causes.expired)));
    },
  };
}
