import {
  SessionLost,
  toWireQuery,
  type Database,
  type DatabaseRole,
  type Session,
  type WireResult,
} from './database.ts';
import { openStorage, type EmbeddedStorage } from './embedded-storage.ts';
import type { DatabaseThread } from './embedded-thread.ts';
import { withTimeout } from './with-timeout.ts';
import { createLeaseQueue, type SessionLease } from './lease-queue.ts';
import { setRoleSql, resetSessionSql } from './setup.ts';

export type EmbeddedOptions = EmbeddedStorage & {
  /** Milliseconds that a call waits for the one session that there is. */
  readonly waitLimit?: number;
};

/** The embedded database, which can be copied whole. */
export type EmbeddedDatabase = Database & {
  /** A copy as an archive, while nobody else uses the database. */
  readonly dump: () => Promise<Uint8Array>;
};

const defaultWaitLimit = 20_000;

/**
 * Opens the embedded PostgreSQL with PostGIS (PGlite), in a thread of its own. It has one session: callers take turns,
 * and an open transaction makes all others wait.
 *
 * A statement that is out of time cannot be stopped from outside. On disk its thread is ended, and the database is opened
 * again with everything that was committed. In memory that would lose all data: the caller has its error at once, but
 * the statement runs to its end, what it changes outside of a transaction stays, and others wait for it.
 */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const open = (): Promise<DatabaseThread> => openStorage(options);
  const queue = createLeaseQueue(options.waitLimit ?? defaultWaitLimit);
  const isOnDisk = options.directory !== undefined;
  let thread = await open();
  let closed = false;

  async function liveThread(): Promise<DatabaseThread> {
    if (!thread.isAlive() && !closed) thread = await open();
    return thread;
  }

  return {
    borrowSession: async (role) => {
      const lease = await queue.acquire();
      try {
        return embeddedSession(await liveThread(), { role, lease, isOnDisk });
      } catch (error) {
        lease.release();
        throw error;
      }
    },
    dump: async () => (await liveThread()).dump(),
    close: async () => {
      closed = true;
      queue.close();
      await (isOnDisk ? thread.close() : thread.kill());
    },
  };
}

type Lent = {
  readonly role: DatabaseRole;
  readonly lease: SessionLease;
  readonly isOnDisk: boolean;
};

function embeddedSession(thread: DatabaseThread, { role, lease, isOnDisk }: Lent): Session {
  let before = setRoleSql(role);
  let released = false;
  let inFlight: Promise<unknown> = Promise.resolve();

  function send(sql: string, values: Parameters<Session['query']>[1]): Promise<WireResult> {
    if (released) return Promise.reject(new SessionLost(lease.revocationReason(), false));
    const work = thread.run(before, toWireQuery(sql, values));
    before = '';
    inFlight = work;
    lease.trackWork(work);
    return work;
  }

  const settled = (): Promise<void> =>
    inFlight.then(
      () => undefined,
      () => undefined,
    );

  async function giveBack(): Promise<void> {
    released = true;
    await settled();
    if (thread.isAlive()) await thread.run(resetSessionSql).catch(() => thread.kill());
    lease.release();
  }
  lease.onRevoked(() => void giveBack());

  return {
    query: (sql, values, timeout, afterTimeout = 'stop') =>
      withTimeout(send(sql, values), timeout, () => {
        if (isOnDisk && afterTimeout === 'stop') void thread.kill();
      }),
    endTransaction: async (statement) => (await send(statement, [])).command === 'COMMIT',
    waitUntilIdle: settled,
    release: async () => {
      if (!released) await giveBack();
    },
  };
}
