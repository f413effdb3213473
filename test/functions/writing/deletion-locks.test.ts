import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseResourceId } from '../../../lib/model/ids.ts';
import { lockWithReferrers } from '../../../lib/queries/resources/lock-resource.ts';
import { skipsWithoutServer } from '../../support/on-server.ts';
import { column } from '../../support/sample.ts';
import { millId, putMill, tileId, tileOf } from './crowd.ts';
import { placeMills } from './every-write.ts';
import { millNodes, openMillService, type MillService } from './mill-service.ts';

// The embedded database has one session: nobody waits for a row there.
describe.skipIf(skipsWithoutServer())('a deletion that is carried out alone', () => {
  let mills: MillService;

  beforeAll(async () => {
    mills = await openMillService();
    await placeMills(mills.service);
    const { neighbours } = millNodes;
    const reference = [{ resourceId: millId(200), ontologyProperty: '' }];
    await putMill(mills, 200, []);
    await putMill(mills, 1, [tileOf(tileId(1, 1), neighbours, { [neighbours]: reference })]);
  });

  afterAll(async () => mills?.service.close());

  const lock = (number: number) => ({
    text: `select resource_id from resource where resource_id = '${millId(number)}' for update nowait`,
    parameters: [],
  });

  const waiting = `select count(*) from pg_locks w
where not w.granted
  and w.pid in (
    select l.pid from pg_locks l
    join pg_database d on d.oid = l.database
    where d.datname = current_database()
  )`;

  it('locks the resource instance after those of lower ids that refer to it, like any other', async () => {
    const { data } = mills.service.stack;
    let deleting: Promise<unknown> = Promise.resolve();
    await data.transaction(async (transaction) => {
      await transaction.execute(lock(1));
      deleting = data.transaction(async (other) =>
        other.execute(lockWithReferrers(parseResourceId(millId(200)))),
      );
      while ((await column(mills.service, waiting))[0] === '0') await wait(5);
      expect(await transaction.execute(lock(200))).toHaveLength(1);
    });
    expect(await deleting).toEqual([['2']]);
  });
});
