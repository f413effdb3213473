import { DatabaseBusy } from './database.ts';

/** The right to use the one session that there is. */
export type SessionLease = {
  readonly release: () => void;
  /** Tells that the holder is at work until this settles. */
  readonly trackWork: (work: Promise<unknown>) => void;
  /** What to do when the lease is taken away; it must end in giveBack. */
  readonly onRevoked: (revoke: () => void) => void;
  readonly revocationReason: () => string;
};

type Holder = { lastActive: number; atWork: number; revoke: () => void; why: string };

type Waiter = { readonly start: () => void; readonly stop: (error: Error) => void };

const abandoned =
  'It left the only session of the embedded database idle while another call waited for it, and was rolled back. ' +
  'Inside a transaction, make no call without its transaction id, and end every transaction.';

const waitedTooLong = (milliseconds: number): string =>
  `The embedded database has one session, and a transaction has held it for over ${milliseconds / 1000} s. ` +
  'If the same code holds that transaction, it waits for itself: give this call the transaction id. ' +
  'Otherwise end the transaction, or use a native server (HDS_DATABASE_URL).';

/**
 * Lends one thing to one holder at a time, first come first served. A caller that waits longer than the limit is turned
 * away; a holder that did nothing for all of that time is taken to be gone, and its lease is taken back.
 * @param waitLimit milliseconds
 */
export function createLeaseQueue(waitLimit: number): {
  readonly acquire: () => Promise<SessionLease>;
  readonly close: () => void;
} {
  const waiters: Waiter[] = [];
  let holder: Holder | undefined;

  function lend(): SessionLease {
    const mine: Holder = { lastActive: Date.now(), atWork: 0, revoke: () => undefined, why: '' };
    holder = mine;
    return {
      release: () => {
        if (holder !== mine) return;
        holder = undefined;
        waiters.shift()?.start();
      },
      trackWork: (work) => {
        mine.atWork += 1;
        const rest = (): void => {
          mine.atWork -= 1;
          mine.lastActive = Date.now();
        };
        work.then(rest, rest);
      },
      onRevoked: (revoke) => {
        mine.revoke = revoke;
      },
      revocationReason: () => mine.why,
    };
  }

  function giveUpOnHolder(waitingSince: number): void {
    if (holder === undefined || holder.atWork > 0 || holder.why !== '') return;
    if (holder.lastActive > waitingSince) return;
    holder.why = abandoned;
    holder.revoke();
  }

  function waitForTurn(): Promise<SessionLease> {
    const { promise, resolve, reject } = Promise.withResolvers<SessionLease>();
    const since = Date.now();
    const timer = setTimeout(() => {
      waiters.splice(waiters.indexOf(waiter), 1);
      reject(new DatabaseBusy(waitedTooLong(waitLimit)));
      giveUpOnHolder(since);
    }, waitLimit);
    const waiter: Waiter = {
      start: () => {
        clearTimeout(timer);
        resolve(lend());
      },
      stop: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    waiters.push(waiter);
    return promise;
  }

  return {
    acquire: () => (holder === undefined ? Promise.resolve(lend()) : waitForTurn()),
    close: () => {
      for (const waiter of waiters.splice(0))
        waiter.stop(new DatabaseBusy('The database was closed.'));
    },
  };
}
