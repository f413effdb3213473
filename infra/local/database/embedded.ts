import {
  SessionLost,
  statementTimeout,
  wireQuery,
  type Database,
  type Role,
  type Session,
  type WireResult,
} from './database.ts';
import { openPrepared } from './embedded-storage.ts';
import type { DatabaseThread } from './embedded-thread.ts';
import { leaseQueue, type Lease } from './lease-queue.ts';
import { actAs, resetStatement } from './setup.ts';

export type EmbeddedOptions = {
  /** Where the database lives; absent: in memory. */
  readonly directory?: string | undefined;
  /** Milliseconds that a call waits for the one session that there is. */
  readonly waitLimit?: number | undefined;
};

const defaultWaitLimit = 20_000;

/**
 * Opens the embedded PostgreSQL with PostGIS (PGlite), in a thread of its own. It has one session: callers take turns,
 * and an open transaction makes all others wait. A statement that is out of time ends by ending the thread; the database
 * is opened again, with everything committed when it is on disk, and empty when it is in memory.
 */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<Database> {
  const open = (): Promise<DatabaseThread> => openPrepared(options.directory);
  const queue = leaseQueue(options.waitLimit ?? defaultWaitLimit);
  let thread = await open();
  let closed = false;

  async function liveThread(): Promise<DatabaseThread> {
    if (!thread.isAlive() && !closed) thread = await open();
    return thread;
  }

  return {
    session: async (role) => {
      const lease = await queue.take();
      try {
        return embeddedSession(await liveThread(), role, lease);
      } catch (error) {
        lease.giveBack();
        throw error;
      }
    },
    close: async () => {
      closed = true;
      queue.close();
      await thread.close();
    },
  };
}

function embeddedSession(thread: DatabaseThread, role: Role, lease: Lease): Session {
  let before = actAs(role);
  let released = false;
  let inFlight: Promise<unknown> = Promise.resolve();

  async function inTime(work: Promise<WireResult>, timeout: number): Promise<WireResult> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(statementTimeout());
      void thread.kill();
    }, timeout);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function giveBack(): Promise<void> {
    released = true;
    await inFlight.catch(() => undefined);
    if (thread.isAlive()) await thread.run(resetStatement).catch(() => thread.kill());
    lease.giveBack();
  }
  lease.onRevoked(() => void giveBack());

  return {
    query: (sql, values, timeout) => {
      if (released) return Promise.reject(new SessionLost(lease.whyRevoked()));
      const work = thread.run(before, wireQuery(sql, values));
      before = '';
      inFlight = work;
      lease.busyWith(work);
      return inTime(work, timeout);
    },
    release: async () => {
      if (!released) await giveBack();
    },
  };
}
