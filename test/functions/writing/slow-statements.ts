import { ConnectionReset } from '../../../infra/local/data-api/apply-fault.ts';
import {
  statementTimeoutError,
  type WireValue,
  type Database,
  type Session,
} from '../../../infra/local/database/database.ts';
import { isSentStatement } from '../../support/sent-statements.ts';

type Late = { readonly sql: string; readonly values: readonly WireValue[] };

/** Puts something between a database and the sessions that it lends. @returns how to take it away again */
export function between(database: Database, around: (session: Session) => Session): () => void {
  const lend = database.borrowSession.bind(database);
  database.borrowSession = async (role) => around(await lend(role));
  return () => {
    database.borrowSession = lend;
  };
}

/**
 * Makes the first statement that has a text lose its connection while it is on its way, and carries it out just before the
 * next one that has it: a caller who is told that the connection is gone cannot know that it was late, not lost.
 * @param next whether that one is carried out as well, or runs out of time, as if it had waited for the first
 * @returns how many such statements came
 */
export function delayFirst(
  database: Database,
  text: string,
  next: 'carried out' | 'timed out' = 'carried out',
): () => number {
  let late: Late | undefined;
  let met = 0;
  const takeAway = between(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (!isSentStatement(sql, text)) return session.query(sql, values, timeout, afterTimeout);
      met += 1;
      if (met === 1) {
        late = { sql, values };
        throw new ConnectionReset();
      }
      if (late !== undefined) await session.query(late.sql, late.values, timeout);
      late = undefined;
      takeAway();
      if (next === 'timed out') throw statementTimeoutError();
      return session.query(sql, values, timeout, afterTimeout);
    },
  }));
  return () => met;
}

/** A statement that is held back, or its commit. */
export type Held = { readonly isReached: Promise<void>; readonly letGo: () => void };

/** Holds back the first statement that has a text: all others pass it. */
export function holdBefore(database: Database, text: string): Held {
  const { promise: isReached, resolve: reached } = Promise.withResolvers<void>();
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  const takeAway = between(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (isSentStatement(sql, text)) {
        takeAway();
        reached();
        await isLetGo;
      }
      return session.query(sql, values, timeout, afterTimeout);
    },
  }));
  return { isReached, letGo };
}

/** Holds back the commit of the first statement that has a text; its locks stay, and nobody else sees what it did. */
export function holdFirst(database: Database, text: string): Held {
  const { promise: isReached, resolve: reached } = Promise.withResolvers<void>();
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  const takeAway = between(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (!isSentStatement(sql, text)) return session.query(sql, values, timeout, afterTimeout);
      takeAway();
      await session.query('begin', [], timeout);
      const result = await session.query(sql, values, timeout, afterTimeout);
      reached();
      await isLetGo;
      await session.endTransaction('commit');
      return result;
    },
  }));
  return { isReached, letGo };
}
