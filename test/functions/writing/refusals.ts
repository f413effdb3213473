import { PostgresError, type Database } from '../../../infra/local/database/database.ts';
import { between } from './slow-statements.ts';

/** Records the errors of the database. @returns a list to which the SQLSTATE of each error is added */
export function listenForRefusals(database: Database): readonly string[] {
  const states: string[] = [];
  const recordAndThrow = (error: unknown): never => {
    if (error instanceof PostgresError) states.push(error.sqlState);
    throw error;
  };
  between(database, (session) => ({
    ...session,
    query: (...query) => session.query(...query).catch(recordAndThrow),
    endTransaction: (statement) => session.endTransaction(statement).catch(recordAndThrow),
  }));
  return states;
}
