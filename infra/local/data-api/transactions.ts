import { randomBytes } from 'node:crypto';

import type { Database, Role, Session } from '../database/database.ts';
import { ServiceError } from './errors.ts';

/** How long transactions live, in milliseconds. */
export type TransactionTimes = {
  /** Without a call. */
  readonly idle: number;
  /** In all. */
  readonly longest: number;
};

export const serviceTimes: TransactionTimes = { idle: 180_000, longest: 86_400_000 };

type Open = {
  readonly session: Session;
  readonly role: Role;
  isBusy: boolean;
  idleTimer: NodeJS.Timeout;
  readonly endTimer: NodeJS.Timeout;
};

export type Transactions = {
  readonly begin: (role: Role) => Promise<string>;
  /** Runs a call inside a transaction; a second one at the same time is refused. */
  readonly use: <T>(id: string, role: Role, work: (session: Session) => Promise<T>) => Promise<T>;
  readonly end: (id: string, role: Role, statement: 'commit' | 'rollback') => Promise<void>;
  /** Ends a transaction from outside, as the service does with one that expired. */
  readonly kill: (id: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
};

const endTimeout = 45_000;

/** Keeps the open transactions of the emulator. */
export function createTransactions(database: Database, times: TransactionTimes): Transactions {
  const open = new Map<string, Open>();
  const ended = new Map<string, string>();

  async function finish(id: string, cause: string): Promise<void> {
    const transaction = open.get(id);
    if (transaction === undefined) return;
    open.delete(id);
    ended.set(id, cause);
    clearTimeout(transaction.idleTimer);
    clearTimeout(transaction.endTimer);
    await transaction.session.release();
  }

  const expiry = (id: string, after: number): NodeJS.Timeout =>
    setTimeout(() => void expire(id, after), after).unref();

  async function expire(id: string, after: number): Promise<void> {
    const transaction = open.get(id);
    if (transaction === undefined) return;
    if (transaction.isBusy) transaction.idleTimer = expiry(id, after);
    else await finish(id, 'Transaction may be expired.');
  }

  function find(id: string, role: Role): Open {
    const transaction = open.get(id);
    if (transaction !== undefined && transaction.role === role) return transaction;
    const cause = ended.get(id) ?? 'Transaction may be expired.';
    throw new ServiceError(
      'TransactionNotFoundException',
      `Transaction ${id} is not found. ${cause}`,
    );
  }

  async function begin(role: Role): Promise<string> {
    const session = await database.session(role);
    try {
      await session.query('begin', [], endTimeout);
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomBytes(138).toString('base64');
    open.set(id, {
      session,
      role,
      isBusy: false,
      idleTimer: expiry(id, times.idle),
      endTimer: expiry(id, times.longest),
    });
    return id;
  }

  async function use<T>(
    id: string,
    role: Role,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const transaction = find(id, role);
    if (transaction.isBusy) {
      throw new ServiceError('DatabaseErrorException', 'Transaction is still running a query');
    }
    transaction.isBusy = true;
    clearTimeout(transaction.idleTimer);
    try {
      return await work(transaction.session);
    } finally {
      transaction.isBusy = false;
      if (open.has(id)) transaction.idleTimer = expiry(id, times.idle);
    }
  }

  async function end(id: string, role: Role, statement: 'commit' | 'rollback'): Promise<void> {
    await use(id, role, (session) => session.query(statement, [], endTimeout)).finally(() =>
      finish(id, 'Transaction may be expired.'),
    );
  }

  return {
    begin,
    use,
    end,
    kill: (id) => finish(id, 'One previous call resulted in a termination of your transaction.'),
    closeAll: async () => {
      await Promise.all([...open.keys()].map((id) => finish(id, 'Transaction may be expired.')));
    },
  };
}
