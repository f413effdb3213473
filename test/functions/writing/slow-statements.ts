import { ConnectionReset } from '../../../infra/local/data-api/apply-fault.ts';
import {
  statementTimeoutError,
  type WireValue,
  type Database,
  type Session,
} from '../../../infra/local/database/database.ts';
import { isSentStatement } from '../../support/sent-statements.ts';

type DelayedStatement = { readonly sql: string; readonly values: readonly WireValue[] };

/** Wraps the sessions that a database lends. @returns a function that stops the wrapping */
export function wrapSessions(
  database: Database,
  around: (session: Session) => Session,
): () => void {
  const lend = database.borrowSession.bind(database);
  database.borrowSession = async (role) => around(await lend(role));
  return () => {
    database.borrowSession = lend;
  };
}

/**
 * Delays the first statement that contains a text: it fails with a lost connection, but is carried out just before the next
 * statement with this text. The caller cannot know that the first statement was late and not lost.
 * @param next whether the next statement is carried out too, or fails with a timeout, as if it had waited for the first one
 * @returns a function that returns the number of such statements so far
 */
export function delayFirstStatement(
  database: Database,
  text: string,
  next: 'carried out' | 'timed out' = 'carried out',
): () => number {
  let delayedStatement: DelayedStatement | undefined;
  let statementCount = 0;
  const unwrap = wrapSessions(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (!isSentStatement(sql, text)) return session.query(sql, values, timeout, afterTimeout);
      statementCount += 1;
      if (statementCount === 1) {
        delayedStatement = { sql, values };
        throw new ConnectionReset();
      }
      if (delayedStatement !== undefined)
        await session.query(delayedStatement.sql, delayedStatement.values, timeout);
      delayedStatement = undefined;
      unwrap();
      if (next === 'timed out') throw statementTimeoutError();
      return session.query(sql, values, timeout, afterTimeout);
    },
  }));
  return () => statementCount;
}

/** A statement, or its commit, that waits until `release` is called. */
export type HeldStatement = {
  /** Resolves when the statement, or its commit, begins to wait. */
  readonly reached: Promise<void>;
  readonly release: () => void;
};

/** Delays the first statement that contains a text. Other statements are carried out meanwhile. */
export function holdStatement(database: Database, text: string): HeldStatement {
  const { promise: reached, resolve: markReached } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const unwrap = wrapSessions(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (isSentStatement(sql, text)) {
        unwrap();
        markReached();
        await released;
      }
      return session.query(sql, values, timeout, afterTimeout);
    },
  }));
  return { reached, release };
}

/** Delays the commit of the first statement that contains a text. Until then it keeps its locks, and its changes are invisible. */
export function holdCommitOf(database: Database, text: string): HeldStatement {
  const { promise: reached, resolve: markReached } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const unwrap = wrapSessions(database, (session) => ({
    ...session,
    query: async (sql, values, timeout, afterTimeout) => {
      if (!isSentStatement(sql, text)) return session.query(sql, values, timeout, afterTimeout);
      unwrap();
      await session.query('begin', [], timeout);
      const result = await session.query(sql, values, timeout, afterTimeout);
      markReached();
      await released;
      await session.endTransaction('commit');
      return result;
    },
  }));
  return { reached, release };
}
