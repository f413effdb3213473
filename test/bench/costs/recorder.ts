import {
  PostgresError,
  type WireValue,
  type Database,
  type Session,
} from '../../../infra/local/database/database.ts';

/** A statement as PostgreSQL gets it, with the values that are bound to it and the ids of their types. */
export type Recorded = { readonly text: string; readonly values: readonly WireValue[] };

/** A database that notes what comes to it. */
export type Recorder = {
  readonly database: Database;
  /**
   * Does some work, all of whose statements go through one transaction that is rolled back: the database is afterwards as it was.
   * @returns what the work gave, and the statements that it sent, in their order, but for those that PostgreSQL refused
   */
  readonly rehearse: <T>(work: () => Promise<T>) => Promise<Rehearsed<T>>;
};

export type Rehearsed<T> = { readonly result: T; readonly statements: readonly Recorded[] };

type Rehearsal = { readonly session: Session; readonly statements: Recorded[] };

const timeout = 120_000;

/** Makes a recorder of a database. It is given to the emulator in the place of the database. */
export function recorderOf(database: Database): Recorder {
  let rehearsal: Rehearsal | undefined;
  return {
    database: {
      borrowSession: async (role) =>
        rehearsal === undefined ? database.borrowSession(role) : lentIn(rehearsal),
      close: () => database.close(),
    },
    rehearse: async (work) => {
      const session = await database.borrowSession('service');
      const statements: Recorded[] = [];
      try {
        await session.query('begin', [], timeout);
        rehearsal = { session, statements };
        return { result: await work(), statements };
      } finally {
        rehearsal = undefined;
        // What is open is rolled back.
        await session.release();
      }
    },
  };
}

/** Lends the one session of a rehearsal: its transactions are savepoints, and so is each statement, since some may be refused. */
function lentIn({ session, statements }: Rehearsal): Session {
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
