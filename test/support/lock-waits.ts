import { setTimeout as wait } from 'node:timers/promises';

import type { Transaction } from '../../lib/data-api/client.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { queryColumn } from './sample.ts';
import type { TestStack } from './stack.ts';

const countWaitingSessions = `select count(*) from pg_locks w
where not w.granted
  and w.pid in (
    select l.pid from pg_locks l
    join pg_database d on d.oid = l.database
    where d.datname = current_database()
  )`;

/** Waits until a session of the database waits for a lock. */
export async function waitUntilBlocked(stack: TestStack): Promise<void> {
  while ((await queryColumn({ stack }, countWaitingSessions))[0] === '0') await wait(5);
}

/** The statement that takes the lock of a session that creates a spatial view. */
export const writersLockStatement = 'lock table spatial_layer.lock_of_writers in exclusive mode';

/**
 * Runs work that waits for a lock of another session.
 * @param lock the statement that takes the lock
 * @param meanwhile runs in the session that has the lock while the work waits
 * @returns the result of the work
 */
export async function runWhileBlocked<Result>(
  stack: TestStack,
  lock: string,
  work: () => Promise<Result>,
  meanwhile: (transaction: Transaction) => Promise<unknown>,
): Promise<Result> {
  const { pendingResult } = await stack.owner.transaction(async (transaction) => {
    await transaction.execute(rawSql(lock));
    const startedWork = work();
    await waitUntilBlocked(stack);
    await meanwhile(transaction);
    return { pendingResult: startedWork };
  });
  return pendingResult;
}
