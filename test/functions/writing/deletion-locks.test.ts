import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseResourceId } from '../../../lib/model/ids.ts';
import { lockWithReferrers } from '../../../lib/queries/resources/lock-resource.ts';
import { waitUntilBlocked } from '../../support/lock-waits.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { millId, putMill, tileId, tileOf } from './crowd.ts';
import { placeMills } from './every-write.ts';
import { millNodes, openMillService, type MillService } from './mill-service.ts';

// The embedded database has one session, so no session waits for a row lock there.
describe.skipIf(skipWithoutNativeServer())('a deletion of one resource instance', () => {
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

  it('locks the rows of the resource instance and its referrers in the order of their ids', async () => {
    const { dataApi } = mills.service.stack;
    let deleting: Promise<unknown> = Promise.resolve();
    await dataApi.transaction(async (transaction) => {
      await transaction.execute(lock(1));
      deleting = dataApi.transaction(async (deletion) =>
        deletion.execute(lockWithReferrers(parseResourceId(millId(200)))),
      );
      await waitUntilBlocked(mills.service.stack);
      expect(await transaction.execute(lock(200))).toHaveLength(1);
    });
    expect(await deleting).toEqual([['2']]);
  });
});
