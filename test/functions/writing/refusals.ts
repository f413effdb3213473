import { PostgresError, type Database } from '../../../infra/local/database/database.ts';
import { between } from './slow-statements.ts';

/** Listens to what the database refuses. @returns the states of PostgreSQL (SQLSTATE) so far */
export function listenForRefusals(database: Database): readonly string[] {
  const states: string[] = [];
  const heard = (error: unknown): never => {
    if (error instanceof PostgresError) states.push(error.sqlState);
    throw error;
  };
  between(database, (session) => ({
    ...session,
    query: (...query) => session.query(...query).catch(heard),
    endTransaction: (statement) => session.endTransaction(statement).catch(heard),
  }));
  return states;
}
