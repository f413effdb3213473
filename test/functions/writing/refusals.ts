import { PostgresError, type Database } from '../../../infra/local/database/database.ts';
import { wrapSessions } from './slow-statements.ts';

/** Records the errors of the database. @returns a list to which the SQLSTATE of each error is added */
export function recordDatabaseErrors(database: Database): readonly string[] {
  const sqlStates: string[] = [];
  const recordAndThrow = (error: unknown): never => {
    if (error instanceof PostgresError) sqlStates.push(error.sqlState);
    throw error;
  };
  wrapSessions(database, (session) => ({
    ...session,
    query: (...query) => session.query(...query).catch(recordAndThrow),
    endTransaction: (statement) => session.endTransaction(statement).catch(recordAndThrow),
  }));
  return sqlStates;
}
