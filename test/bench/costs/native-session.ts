import pg from 'pg';

import { toWireQuery } from '../../../infra/local/database/database.ts';
import { setRoleSql, sessionSettings } from '../../../infra/local/database/setup.ts';
import type { RecordedStatement } from './recorder.ts';

/** A session with a native server that collects what the server logs for each statement. */
export type NativeSession = {
  /** Runs an unnamed statement with the extended protocol. @returns its rows, and the messages that the server logged */
  readonly run: (statement: RecordedStatement) => Promise<{
    readonly rows: readonly (readonly (string | null)[])[];
    readonly notes: readonly string[];
  }>;
  /** Runs commands with the simple protocol. */
  readonly command: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

const asText = { getTypeParser: () => (value: string) => value };

/**
 * Opens a session.
 * @param url of the database, as a superuser
 * @param setUp commands that only a superuser may run. They run before the session takes the role of the functions.
 */
export async function openNativeSession(url: string, setUp: string): Promise<NativeSession> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const notes: string[] = [];
  client.on('notice', ({ message = '' }) => notes.push(message));
  // Log messages are sent to the client, not to the log of the server.
  const settings = { ...sessionSettings, client_min_messages: 'log', log_min_messages: 'panic' };
  const set = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  await client.query([setUp, ...set, setRoleSql('service')].join('; '));
  return {
    run: async (statement) => {
      notes.length = 0;
      const { text, values, types } = toWireQuery(statement.text, statement.values);
      const config = {
        text,
        values: [...values],
        rowMode: 'array' as const,
        queryMode: 'extended',
        types: Object.assign([...types], asText),
      };
      const { rows } = await client.query<(string | null)[]>(config);
      return { rows, notes: [...notes] };
    },
    command: async (text) => {
      await client.query(text);
    },
    close: () => client.end(),
  };
}
