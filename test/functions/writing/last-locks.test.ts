import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { writersLockStatement, runWhileBlocked } from '../../support/lock-waits.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { everyWrite, placeMills } from './every-write.ts';
import { openMillService, type MillService } from './mill-service.ts';

// The embedded database has one session, so no session waits for a lock there.
describe.skipIf(skipWithoutNativeServer())(
  'a write that waits for a lock of another writer',
  () => {
    let mills: MillService;

    beforeAll(async () => {
      mills = await openMillService();
    });

    beforeEach(async () => placeMills(mills.service));

    afterAll(async () => mills?.service.close());

    const counter = rawSql('select c.ordinal from activity_counter c for update nowait');
    const writes = everyWrite.flatMap((write) =>
      write.amounts.map((amount) => ({ ...write, amount })),
    );

    it.each(writes)(
      'has not yet locked the counter of the activity stream: $title ($amount)',
      async (write) => {
        const request = await write.request(mills, write.amount);
        const { status } = await runWhileBlocked(
          mills.service.stack,
          writersLockStatement,
          () => mills.sendRequest(request),
          async (transaction) => expect(await transaction.execute(counter)).toHaveLength(1),
        );
        expect(status).toBeLessThan(300);
      },
    );
  },
);
