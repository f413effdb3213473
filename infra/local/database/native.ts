import pg from 'pg';

import {
  DatabaseBusy,
  PostgresError,
  SessionLost,
  postgresErrorParts,
  toWireQuery,
  type Database,
  type Session,
  type WireQuery,
  type WireResult,
} from './database.ts';
import { withTimeout } from './with-timeout.ts';
import { prepareServer } from './native-setup.ts';
import { resetSessionSql, sessionSettings } from './setup.ts';

export type NativeOptions = {
  /** `postgres://…` */
  readonly url: string;
  /** Sessions at a time. */
  readonly sessions?: number | undefined;
  /** Milliseconds that a call waits for a session. */
  readonly waitLimit?: number | undefined;
};

const asWritten = { getTypeParser: () => (value: string) => value };

/**
 * Opens a database on a native PostgreSQL server, with real concurrency and a real statement timeout.
 * @throws NativeDatabaseNotReady when the roles or PostGIS are missing and the login may not make them
 */
export async function openNative(options: NativeOptions): Promise<Database> {
  const waitLimit = options.waitLimit ?? 20_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.sessions ?? 16,
    connectionTimeoutMillis: waitLimit,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`)
      .join(' '),
  });
  // An idle connection that the server ends is replaced by the pool.
  pool.on('error', () => undefined);
  const becomeRole = await prepareServer(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return {
    borrowSession: async (role) => {
      const client = await connect(pool, waitLimit);
      return nativeSession(client, becomeRole(role));
    },
    close: () => pool.end(),
  };
}

/** What the pool says where all its sessions are lent for too long. */
const allLent = 'timeout exceeded when trying to connect';

async function connect(pool: pg.Pool, waitLimit: number): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== allLent) throw new SessionLost(`The server lets nobody in: ${reason}`, false);
    throw new DatabaseBusy(`No session with the database within ${waitLimit / 1000} s: ${reason}`);
  }
}

function nativeSession(client: pg.PoolClient, becomeRole: string): Session {
  let before = becomeRole;
  let currentTimeout: number | undefined;
  let lost = false;
  let inFlight: Promise<unknown> = Promise.resolve();
  const onError = (): void => {
    lost = true;
  };
  client.on('error', onError);

  /** Sets up what the session still lacks for a statement; 0 is no timeout. */
  async function prepare(timeout: number | undefined): Promise<void> {
    const changesTimeout = timeout !== undefined && timeout !== currentTimeout;
    const changes = [before, changesTimeout ? `set statement_timeout = ${timeout}` : ''];
    before = '';
    if (changesTimeout) currentTimeout = timeout;
    const changed = changes.filter((change) => change !== '').join('; ');
    if (changed !== '') await client.query(changed);
  }

  function run(query: WireQuery, timeout: number | undefined): Promise<WireResult> {
    if (lost) return Promise.reject(new SessionLost('The server ended the session.', false));
    const work = prepare(timeout)
      .then(() => runOne(client, query))
      .catch((error: unknown) => {
        throw ourError(error);
      });
    inFlight = work;
    return work;
  }

  const settled = (): Promise<void> =>
    inFlight.then(
      () => undefined,
      () => undefined,
    );

  return {
    query: (sql, values, timeout, afterTimeout = 'stop') => {
      const query = toWireQuery(sql, values);
      return afterTimeout === 'stop' ? run(query, timeout) : withTimeout(run(query, 0), timeout);
    },
    // The timeout stays: in an aborted transaction nothing can be set.
    endTransaction: async (statement) =>
      (await run(toWireQuery(statement, []), undefined)).command === 'COMMIT',
    waitUntilIdle: settled,
    release: async () => {
      await settled();
      const forgotten = await client.query(resetSessionSql).then(
        () => true,
        () => false,
      );
      client.off('error', onError);
      // A session that cannot be cleaned is not lent again.
      client.release(!forgotten);
    },
  };
}

async function runOne(client: pg.PoolClient, query: WireQuery): Promise<WireResult> {
  const config = {
    text: query.text,
    values: [...query.values],
    rowMode: 'array' as const,
    queryMode: 'extended',
    // The driver hands this one object to the Parse message, which reads it as type ids, and to the decoder.
    types: Object.assign([...query.types], asWritten),
  };
  const answer = await client.query<(string | null)[]>(config);
  return {
    fields: answer.fields.map((field) => ({
      name: field.name,
      tableId: field.tableID,
      columnNumber: field.columnID,
      typeId: field.dataTypeID,
    })),
    rows: answer.rows,
    affected: answer.rowCount ?? 0,
    command: answer.command,
  };
}

/** What a server says that goes down, or is not up yet (class 57, operator intervention). */
const shutdowns: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03']);

function ourError(error: unknown): Error {
  if (!(error instanceof pg.DatabaseError) || shutdowns.has(error.code ?? '')) {
    return new SessionLost(error instanceof Error ? error.message : String(error), true);
  }
  return new PostgresError(error.message, error.code ?? 'XX000', postgresErrorParts(error));
}
