import { DatabaseBusy } from './database.ts';

/** The exclusive right to use the only session. */
export type SessionLease = {
  readonly release: () => void;
  /** Counts the holder as busy until the statement settles. */
  readonly trackStatement: (statement: Promise<unknown>) => void;
  /** Sets the callback for a revocation, which must call release. */
  readonly onRevoked: (revoke: () => void) => void;
  readonly revocationReason: () => string;
};

type Holder = {
  lastActive: number;
  runningCount: number;
  revoke: () => void;
  revocationReason: string;
};

type Waiter = { readonly resume: () => void; readonly reject: (error: Error) => void };

const abandonedMessage =
  'The transaction left the only session of the embedded database idle while another call waited for it, so it was rolled back. ' +
  'Inside a transaction, make no call without its transaction id, and end every transaction.';

const timeoutMessage = (milliseconds: number): string =>
  `The embedded database has one session, and a transaction has held it for over ${milliseconds / 1000} s. ` +
  'If that transaction belongs to the same code, it waits for itself: give this call the transaction id. ' +
  'Otherwise end the transaction, or use a native server (HDS_DATABASE_URL).';

/**
 * Creates a queue that grants leases one at a time, in the order of requests. A caller that waits longer than the limit gets an
 * error. If the holder was idle all that time, its lease is revoked.
 * @param waitLimit in milliseconds
 */
export function createLeaseQueue(waitLimit: number): {
  readonly acquire: () => Promise<SessionLease>;
  readonly close: () => void;
} {
  const waiters: Waiter[] = [];
  let holder: Holder | undefined;

  function grantLease(): SessionLease {
    const newHolder: Holder = {
      lastActive: Date.now(),
      runningCount: 0,
      revoke: () => undefined,
      revocationReason: '',
    };
    holder = newHolder;
    return {
      release: () => {
        if (holder !== newHolder) return;
        holder = undefined;
        waiters.shift()?.resume();
      },
      trackStatement: (statement) => {
        newHolder.runningCount += 1;
        const onSettled = (): void => {
          newHolder.runningCount -= 1;
          newHolder.lastActive = Date.now();
        };
        statement.then(onSettled, onSettled);
      },
      onRevoked: (revoke) => {
        newHolder.revoke = revoke;
      },
      revocationReason: () => newHolder.revocationReason,
    };
  }

  function revokeIfIdle(waitingSince: number): void {
    if (holder === undefined || holder.runningCount > 0 || holder.revocationReason !== '') return;
    if (holder.lastActive > waitingSince) return;
    holder.revocationReason = abandonedMessage;
    holder.revoke();
  }

  function waitForLease(): Promise<SessionLease> {
    const { promise, resolve, reject } = Promise.withResolvers<SessionLease>();
    const waitingSince = Date.now();
    const timer = setTimeout(() => {
      waiters.splice(waiters.indexOf(waiter), 1);
      reject(new DatabaseBusy(timeoutMessage(waitLimit)));
      revokeIfIdle(waitingSince);
    }, waitLimit);
    const waiter: Waiter = {
      resume: () => {
        clearTimeout(timer);
        resolve(grantLease());
      },
      reject: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    waiters.push(waiter);
    return promise;
  }

  return {
    acquire: () => (holder === undefined ? Promise.resolve(grantLease()) : waitForLease()),
    close: () => {
      for (const waiter of waiters.splice(0))
        waiter.reject(new DatabaseBusy('The database was closed.'));
    },
  };
}
