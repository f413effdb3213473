import pg from 'pg';

import {
  DatabaseBusy,
  SessionLost,
  SqlError,
  StatementTimeout,
  within,
  type Database,
  type DatabaseRole,
  type Session,
  type TimeLimit,
  type WireQuery,
  type WireResult,
} from './database.ts';
import { prepareServer } from './native-setup.ts';
import { actAs, resetStatement, sessionSettings } from './setup.ts';

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
 * @throws DatabaseNotPrepared when the roles or PostGIS are missing and the login may not make them
 */
export async function openNativeDatabase(options: NativeOptions): Promise<Database> {
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
    kind: 'native',
    session: async (role) => {
      const client = await connect(pool, waitLimit);
      return nativeSession(client, becomeRole(role));
    },
    close: () => pool.end(),
  };
}

async function connect(pool: pg.Pool, waitLimit: number): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseBusy(`No session with the database within ${waitLimit / 1000} s: ${reason}`);
  }
}

function nativeSession(client: pg.PoolClient, becomeRole: string): Session {
  let before = becomeRole;
  let timeout: number | undefined;
  let lost = false;
  let inFlight: Promise<unknown> = Promise.resolve();
  const onError = (): void => {
    lost = true;
  };
  client.on('error', onError);

  async function run(query: WireQuery, milliseconds: number): Promise<WireResult> {
    if (milliseconds !== timeout) before += `; set statement_timeout = ${milliseconds}`;
    timeout = milliseconds;
    try {
      if (before !== '') await client.query(before.replace(/^; /, ''));
      before = '';
      return await runOne(client, query);
    } catch (error) {
      throw ourError(error);
    }
  }

  return {
    run: (query, limit) => {
      if (lost) return Promise.reject(new SessionLost('The server ended the session.'));
      const work = run(query, serverTimeout(limit));
      inFlight = work;
      return limit?.continueAfterTimeout === true ? within(limit.milliseconds, work) : work;
    },
    release: async () => {
      // A statement that was let run on after its time still holds the session.
      void inFlight
        .catch(() => undefined)
        .then(() => client.query(resetStatement))
        .then(
          () => client.release(),
          () => client.release(true),
        )
        .finally(() => client.off('error', onError));
    },
  };
}

/** The server's own timeout in milliseconds; 0 is none. */
function serverTimeout(limit: TimeLimit | undefined): number {
  return limit === undefined || limit.continueAfterTimeout ? 0 : limit.milliseconds;
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
    columns: answer.fields.map((field) => ({
      name: field.name,
      tableId: field.tableID,
      columnNumber: field.columnID,
      typeId: field.dataTypeID,
      typeModifier: field.dataTypeModifier,
    })),
    rows: answer.rows,
    command: answer.command ?? '',
    affected: answer.rowCount ?? 0,
  };
}

function ourError(error: unknown): Error {
  if (!(error instanceof pg.DatabaseError)) {
    return new SessionLost(error instanceof Error ? error.message : String(error));
  }
  const { code, severity, detail, hint, position, where, message } = error;
  if (code === '57014' && /statement timeout/.test(message)) return new StatementTimeout();
  return new SqlError(message, {
    sqlState: code ?? 'XX000',
    severity: severity ?? 'ERROR',
    detail,
    hint,
    position,
    where,
  });
}
