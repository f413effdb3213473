import {
  SessionLost,
  toWireQuery,
  type Database,
  type DatabaseRole,
  type Session,
  type WireResult,
} from './database.ts';
import { openOrCreateDatabase, type EmbeddedStorage } from './embedded-storage.ts';
import type { DatabaseThread } from './embedded-thread.ts';
import { withTimeout } from './with-timeout.ts';
import { createLeaseQueue, type SessionLease } from './lease-queue.ts';
import { setRoleSql, resetSessionSql } from './setup.ts';

export type EmbeddedOptions = EmbeddedStorage & {
  /** How long a call waits for the only session, in milliseconds. */
  readonly waitLimit?: number;
};

export type EmbeddedDatabase = Database & {
  /** Dumps the database as an archive. No session may be in use during the dump. */
  readonly dump: () => Promise<Uint8Array>;
};

const defaultWaitLimit = 20_000;

/**
 * Opens the embedded PostgreSQL with PostGIS (PGlite) in its own thread. It has only one session, so callers wait for each other,
 * and an open transaction blocks all other callers.
 *
 * A statement cannot be cancelled. After a timeout, the thread of a database on disk is terminated, and the database is opened
 * again with all committed data. A database in memory would lose its data, so its thread is not terminated: the caller gets
 * the error, but the statement continues and blocks other callers. Outside of a transaction, its changes are even committed.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const openThread = (): Promise<DatabaseThread> => openOrCreateDatabase(options);
  const queue = createLeaseQueue(options.waitLimit ?? defaultWaitLimit);
  const isOnDisk = options.directory !== undefined;
  let thread = await openThread();
  let isClosed = false;

  async function getThread(): Promise<DatabaseThread> {
    if (!thread.isAlive() && !isClosed) thread = await openThread();
    return thread;
  }

  return {
    borrowSession: async (role) => {
      const lease = await queue.acquire();
      try {
        return createEmbeddedSession(await getThread(), { role, lease, isOnDisk });
      } catch (error) {
        lease.release();
        throw error;
      }
    },
    dump: async () => (await getThread()).dump(),
    close: async () => {
      isClosed = true;
      queue.close();
      await (isOnDisk ? thread.close() : thread.kill());
    },
  };
}

type SessionOptions = {
  readonly role: DatabaseRole;
  readonly lease: SessionLease;
  readonly isOnDisk: boolean;
};

function createEmbeddedSession(
  thread: DatabaseThread,
  { role, lease, isOnDisk }: SessionOptions,
): Session {
  let setupSql = setRoleSql(role);
  let isReleased = false;
  let runningStatement: Promise<unknown> = Promise.resolve();

  function send(sql: string, values: Parameters<Session['query']>[1]): Promise<WireResult> {
    if (isReleased) return Promise.reject(new SessionLost(lease.revocationReason(), false));
    const result = thread.run(setupSql, toWireQuery(sql, values));
    setupSql = '';
    runningStatement = result;
    lease.trackStatement(result);
    return result;
  }

  const waitUntilIdle = async (): Promise<void> =>
    void (await Promise.allSettled([runningStatement]));

  async function release(): Promise<void> {
    isReleased = true;
    await waitUntilIdle();
    if (thread.isAlive()) await thread.run(resetSessionSql).catch(() => thread.kill());
    lease.release();
  }
  lease.onRevoked(() => void release());

  return {
    query: (sql, values, timeout, afterTimeout = 'stop') =>
      withTimeout(send(sql, values), timeout, () => {
        if (isOnDisk && afterTimeout === 'stop') void thread.kill();
      }),
    endTransaction: async (statement) => (await send(statement, [])).command === 'COMMIT',
    waitUntilIdle,
    release: async () => {
      if (!isReleased) await release();
    },
  };
}
