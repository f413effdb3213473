import {
  PostgresError,
  type WireValue,
  type Database,
  type Session,
} from '../../../infra/local/database/database.ts';

/** A statement that PostgreSQL received, with its bound values and the ids of their types. */
export type RecordedStatement = { readonly text: string; readonly values: readonly WireValue[] };

/** A database that records its statements. */
export type Recorder = {
  readonly database: Database;
  /**
   * Runs work whose statements all go through one transaction that is rolled back.
   * @returns the result, and the statements in their order, without those that failed in PostgreSQL
   */
  readonly rehearse: <T>(work: () => Promise<T>) => Promise<Rehearsed<T>>;
};

export type Rehearsed<T> = {
  readonly result: T;
  readonly statements: readonly RecordedStatement[];
};

type Rehearsal = { readonly session: Session; readonly statements: RecordedStatement[] };

const timeout = 120_000;

/** Wraps a database for the emulator so that its statements are recorded. */
export function createRecorder(database: Database): Recorder {
  let rehearsal: Rehearsal | undefined;
  return {
    database: {
      borrowSession: async (role) =>
        rehearsal === undefined ? database.borrowSession(role) : lendSession(rehearsal),
      close: () => database.close(),
    },
    rehearse: async (work) => {
      const session = await database.borrowSession('service');
      const statements: RecordedStatement[] = [];
      try {
        await session.query('begin', [], timeout);
        rehearsal = { session, statements };
        return { result: await work(), statements };
      } finally {
        rehearsal = undefined;
        // Rolls back the open transaction.
        await session.release();
      }
    },
  };
}

/** Lends the session of the rehearsal. Transactions and statements become savepoints in its transaction, because statements may fail. */
function lendSession({ session, statements }: Rehearsal): Session {
  const command = (text: string) => session.query(text, [], timeout);
  return {
    query: async (text, values, ...times) => {
      if (text === 'begin') return command('savepoint lent');
      await command('savepoint statement');
      try {
        const result = await session.query(text, values, ...times);
        statements.push({ text, values });
        return result;
      } catch (error) {
        if (error instanceof PostgresError) await command('rollback to savepoint statement');
        throw error;
      }
    },
    endTransaction: async (statement) => {
      await command(
        statement === 'commit' ? 'release savepoint lent' : 'rollback to savepoint lent',
      );
      return true;
    },
    waitUntilIdle: () => session.waitUntilIdle(),
    release: async () => undefined,
  };
}
