import pg from 'pg';

import {
  DatabaseBusy,
  PostgresError,
  SessionLost,
  collectErrorParts,
  toWireFields,
  toWireQuery,
  type Database,
  type Session,
  type WireQuery,
  type WireResult,
} from './database.ts';
import { getErrorMessage } from '../error-message.ts';
import { withTimeout } from './with-timeout.ts';
import { prepareServer } from './native-setup.ts';
import { resetSessionSql, sessionSettings } from './setup.ts';

export type NativeOptions = {
  /** `postgres://…` */
  readonly url: string;
  /** The maximum number of sessions. */
  readonly maxSessions?: number | undefined;
  /** How long a call waits for a session, in milliseconds. */
  readonly waitLimit?: number | undefined;
};

/** Keeps all values of results as texts. */
const textParser = { getTypeParser: () => (value: string) => value };

/**
 * Opens a database on a native PostgreSQL server.
 * @throws NativeDatabaseNotReady if roles or PostGIS are missing, and the login is not allowed to create them
 */
export async function openNativePostgres(options: NativeOptions): Promise<Database> {
  const waitLimit = options.waitLimit ?? 20_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxSessions ?? 16,
    connectionTimeoutMillis: waitLimit,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`)
      .join(' '),
  });
  // Ignored, because the pool replaces idle connections that the server closes.
  pool.on('error', () => undefined);
  const buildRoleSql = await prepareServer(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return {
    borrowSession: async (role) => {
      const client = await connect(pool, waitLimit);
      return createNativeSession(client, buildRoleSql(role));
    },
    close: () => pool.end(),
  };
}

/** The message of the pool if no session becomes free. */
const poolTimeout = 'timeout exceeded when trying to connect';

async function connect(pool: pg.Pool, waitLimit: number): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const reason = getErrorMessage(error);
    if (reason !== poolTimeout)
      throw new SessionLost(`The server refuses connections: ${reason}`, false);
    throw new DatabaseBusy(`No session became free within ${waitLimit / 1000} s: ${reason}`);
  }
}

function createNativeSession(client: pg.PoolClient, roleSql: string): Session {
  let setupSql = roleSql;
  let currentTimeout: number | undefined;
  let isLost = false;
  let runningStatement: Promise<unknown> = Promise.resolve();
  const markLost = (): void => {
    isLost = true;
  };
  client.on('error', markLost);

  /** Sets the role and the timeout, unless they are set already. A timeout of 0 means none; undefined keeps the current one. */
  async function prepare(timeout: number | undefined): Promise<void> {
    const changesTimeout = timeout !== undefined && timeout !== currentTimeout;
    const changes = [setupSql, changesTimeout ? `set statement_timeout = ${timeout}` : ''];
    setupSql = '';
    if (changesTimeout) currentTimeout = timeout;
    const sql = changes.filter((change) => change !== '').join('; ');
    if (sql !== '') await client.query(sql);
  }

  function run(query: WireQuery, timeout: number | undefined): Promise<WireResult> {
    if (isLost) return Promise.reject(new SessionLost('The server ended the session.', false));
    const result = prepare(timeout)
      .then(() => executeQuery(client, query))
      .catch((error: unknown) => {
        throw toSessionError(error);
      });
    runningStatement = result;
    return result;
  }

  const waitUntilIdle = async (): Promise<void> =>
    void (await Promise.allSettled([runningStatement]));

  return {
    query: (sql, values, timeout, afterTimeout = 'stop') => {
      const query = toWireQuery(sql, values);
      return afterTimeout === 'stop' ? run(query, timeout) : withTimeout(run(query, 0), timeout);
    },
    // The timeout is kept, because nothing can be set in an aborted transaction.
    endTransaction: async (statement) =>
      (await run(toWireQuery(statement, []), undefined)).command === 'COMMIT',
    waitUntilIdle,
    release: async () => {
      await waitUntilIdle();
      const isReset = await client.query(resetSessionSql).then(
        () => true,
        () => false,
      );
      client.off('error', markLost);
      // A session that cannot be reset is destroyed.
      client.release(!isReset);
    },
  };
}

async function executeQuery(client: pg.PoolClient, query: WireQuery): Promise<WireResult> {
  const config = {
    text: query.text,
    values: [...query.values],
    rowMode: 'array' as const,
    queryMode: 'extended',
    // The driver uses this property twice: as the list of parameter types in the Parse message, and as the parser of results.
    types: Object.assign([...query.types], textParser),
  };
  const result = await client.query<(string | null)[]>(config);
  return {
    fields: toWireFields(result.fields),
    rows: result.rows,
    affected: result.rowCount ?? 0,
    command: result.command,
  };
}

/** The SQLSTATEs of a server that is shutting down or starting (class 57, operator intervention). */
const shutdownStates: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03']);

function toSessionError(error: unknown): Error {
  if (!(error instanceof pg.DatabaseError) || shutdownStates.has(error.code ?? '')) {
    return new SessionLost(getErrorMessage(error), true);
  }
  return new PostgresError(error.message, error.code ?? 'XX000', collectErrorParts(error));
}
