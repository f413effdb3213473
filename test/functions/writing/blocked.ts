import { setTimeout as wait } from 'node:timers/promises';

import type { Transaction } from '../../../lib/data-api/client.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { column } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const waiting = `select count(*) from pg_locks w
where not w.granted
  and w.pid in (
    select l.pid from pg_locks l
    join pg_database d on d.oid = l.database
    where d.datname = current_database()
  )`;

/** Waits until a session of the database waits for a lock of another. */
export async function untilBlocked(service: Pick<TestService, 'stack'>): Promise<void> {
  while ((await column(service, waiting))[0] === '0') await wait(5);
}

/**
 * Lets work wait for the lock of writers, as where somebody makes a spatial view.
 * @param meanwhile what the one who holds the lock does while the work waits
 * @returns the result of the work
 */
export async function whileBlocked<Result>(
  service: Pick<TestService, 'stack'>,
  work: () => Promise<Result>,
  meanwhile: (transaction: Transaction) => Promise<unknown>,
): Promise<Result> {
  const blocked = await service.stack.owner.transaction(async (transaction) => {
    await transaction.execute(plain('lock table spatial_layer.lock_of_writers in exclusive mode'));
    const working = work();
    await untilBlocked(service);
    await meanwhile(transaction);
    return { working };
  });
  return blocked.working;
}
