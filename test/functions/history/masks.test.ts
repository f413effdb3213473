import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hasNativeServer } from '../../support/has-native-server.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
} from '../writing/mills.ts';
import { holdCommitOf } from '../writing/slow-statements.ts';
import type { TestWriter } from '../writing/writers.ts';
import { listPage, page, singleItem, type Item } from './streams.ts';

let mills: Mills;
let administrator: TestWriter;
/** Has the right `history`, and may read everything to which access is not denied. */
let reviewer: TestWriter;
let mill: MillRecord;

const maskedObjectType = 'https://www.w3.org/ns/activitystreams#Object';

beforeAll(async () => {
  mills = await openMills();
  ({ administrator, reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  mill = await readRecord(administrator);
});

afterAll(async () => mills?.service.close());

const denyAccess = async (caller: TestWriter, resourceId = oldMill): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, no_access) values ('${resourceId}', ${caller.accountId}, true)`,
  );

const grantView = async (caller: TestWriter, resourceId = oldMill): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, can_view) values ('${resourceId}', ${caller.accountId}, true)`,
  );

/** Denies access to every nodegroup of the mills. */
const denyModelAccess = async (caller: TestWriter): Promise<void> =>
  runStatement(
    mills.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, no_access)
select nodegroup_id, ${caller.accountId}, true from nodegroup where graph_id = '${graphId}'`,
  );

async function rename(text: string): Promise<void> {
  const currentRecord = await readRecord(administrator);
  const changed = withTile(currentRecord, withValue(tileOf(currentRecord), millNodes.name, text));
  expect((await administrator.sendRequest('PUT', recordPath, changed)).status).toBe(200);
}

async function remove(): Promise<void> {
  expect((await administrator.sendRequest('DELETE', `/resources/${oldMill}`)).status).toBe(200);
}

async function createAgain(): Promise<void> {
  const answer = await administrator.sendRequest(
    'PUT',
    `/resources/mill/${oldMill}?format=service-json`,
    mill,
  );
  expect(answer.status).toBe(201);
}

const readItems = async (caller: TestWriter): Promise<readonly Item[]> =>
  page.parse(await caller.read('/history/1')).orderedItems;

const isMasked = ({ object }: Item): boolean => object.type === maskedObjectType;

/** The types of the items about the old mill as an account reads them, in order; a masked item is marked `(masked)`. */
async function typesForMill(caller: TestWriter): Promise<readonly string[]> {
  const ids = await queryColumn(
    mills.service,
    `select ordinal from activity where resource_id = '${oldMill}' order by ordinal`,
  );
  return (await readItems(caller))
    .filter(({ id }) => ids.includes(id.split('/').at(-1) ?? ''))
    .map((item) => (isMasked(item) ? `${item.type} (masked)` : item.type));
}

async function idsOf(caller: TestWriter, query: string): Promise<readonly string[]> {
  return listPage
    .parse(await caller.read(`/history/${query}`))
    .orderedItems.map(({ object }) => object.id.slice(`${baseUrl}/resources/`.length));
}

const statusOfActivity = async (caller: TestWriter): Promise<number> =>
  (await caller.sendRequest('GET', `/resources/${oldMill}/activity`)).status;

/** Waits until a session of this database is blocked by a lock of another session. */
async function waitForBlockedSession(): Promise<void> {
  const waiting = `select count(*) from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  while ((await queryColumn(mills.service, waiting))[0] === '0') await wait(10);
}

describe('an item about a resource instance that the caller may not read', () => {
  it('has its type, time and account, and its own URI in place of the object', async () => {
    await rename('Second Mill');
    const readable = singleItem.parse(await administrator.read('/history/item/1'));
    await denyAccess(reviewer);
    const masked = singleItem.parse(await reviewer.read('/history/item/1'));
    const uri = `${baseUrl}/history/item/1`;
    expect(masked).toEqual({ ...readable, object: { id: uri, url: uri, type: maskedObjectType } });
    expect((await readItems(reviewer)).map(({ object }) => object)).toEqual([masked.object]);
  });

  it('hides the same properties for a deletion as for an update', async () => {
    await denyAccess(reviewer);
    await remove();
    const uri = `${baseUrl}/history/item/1`;
    const [item] = await readItems(reviewer);
    expect([item?.type, item?.object]).toEqual([
      'Delete',
      { id: uri, url: uri, type: maskedObjectType },
    ]);
  });

  it('counts in the total like every other item', async () => {
    await rename('Second Mill');
    await denyAccess(reviewer);
    expect(await reviewer.read('/history/')).toEqual(await administrator.read('/history/'));
    expect(await readItems(reviewer)).toHaveLength(1);
  });

  it('changes the ETag of its page when access is denied, and restores that ETag when access is allowed again', async () => {
    const readEtag = async () =>
      (await reviewer.sendRequest('GET', '/history/1')).headers.get('etag');
    await rename('Second Mill');
    const before = await readEtag();
    await denyAccess(reviewer);
    expect(await readEtag()).not.toBe(before);
    await runStatement(mills.service, 'delete from resource_grant');
    expect(await readEtag()).toBe(before);
  });

  it('is left out of lists by query, and the activity of its resource instance is 404', async () => {
    await rename('Second Mill');
    await denyAccess(reviewer);
    for (const query of [
      '?type=Update',
      '?graph=mill',
      `?graph=${graphId}`,
      '?cursor=0',
      '?since=2020-01-01',
    ]) {
      expect([query, await idsOf(administrator, query)]).toEqual([query, [oldMill]]);
      expect([query, await idsOf(reviewer, query)]).toEqual([query, []]);
    }
    expect(await statusOfActivity(administrator)).toBe(200);
    expect(await statusOfActivity(reviewer)).toBe(404);
  });

  it('is masked if nothing of the model is readable, unless the resource instance has a grant of its own', async () => {
    await rename('Second Mill');
    await denyModelAccess(reviewer);
    expect(await typesForMill(reviewer)).toEqual(['Update (masked)']);
    await grantView(reviewer);
    expect(await typesForMill(reviewer)).toEqual(['Update']);
    expect(await idsOf(reviewer, '?graph=mill')).toEqual([oldMill]);
  });
});

describe('a deleted resource instance', () => {
  it('is visible to callers who may read its model, if it had no grants of its own', async () => {
    await rename('Second Mill');
    await remove();
    expect(await typesForMill(reviewer)).toEqual(['Update', 'Delete']);
    expect(await statusOfActivity(reviewer)).toBe(200);
    await denyModelAccess(reviewer);
    expect(await typesForMill(reviewer)).toEqual(['Update (masked)', 'Delete (masked)']);
    expect(await statusOfActivity(reviewer)).toBe(404);
    expect(await typesForMill(administrator)).toEqual(['Update', 'Delete']);
  });

  it('stays masked to all but administrators if it had grants of its own', async () => {
    await rename('Second Mill');
    // Any grant of its own counts, even one that allows viewing.
    await grantView(reviewer);
    await remove();
    expect(await typesForMill(reviewer)).toEqual(['Update (masked)', 'Delete (masked)']);
    expect(await typesForMill(administrator)).toEqual(['Update', 'Delete']);
    expect(await statusOfActivity(reviewer)).toBe(404);
    expect(await statusOfActivity(administrator)).toBe(200);
    expect(await idsOf(reviewer, '?type=Delete')).toEqual([]);
    expect(await idsOf(administrator, '?type=Delete')).toEqual([oldMill]);
  });

  it('keeps items up to the deletion masked when its id is reused; later items are readable', async () => {
    await rename('Second Mill');
    await denyAccess(reviewer);
    await remove();
    await createAgain();
    const maskedTypes = ['Update (masked)', 'Delete (masked)'];
    expect(await typesForMill(reviewer)).toEqual([...maskedTypes, 'Create']);
    // The new resource instance has no grants, so its items are readable and those of the first one are not.
    await remove();
    expect(await typesForMill(reviewer)).toEqual([...maskedTypes, 'Create', 'Delete']);
    const activity = listPage.parse(await reviewer.read(`/resources/${oldMill}/activity`));
    expect(activity.orderedItems.map(({ type }) => type)).toEqual(['Create', 'Delete']);
  });

  it('is masked if its id was reused and access to the new resource instance is denied', async () => {
    await rename('Second Mill');
    await remove();
    await createAgain();
    await denyAccess(reviewer);
    expect(await typesForMill(reviewer)).toEqual([
      'Update (masked)',
      'Delete (masked)',
      'Create (masked)',
    ]);
  });

  it('keeps its items masked if the model is unreadable, even if its id is reused with a grant to view', async () => {
    await rename('Second Mill');
    await remove();
    await createAgain();
    await denyModelAccess(reviewer);
    await grantView(reviewer);
    expect(await typesForMill(reviewer)).toEqual(['Update (masked)', 'Delete (masked)', 'Create']);
  });

  it.runIf(hasNativeServer)(
    'stays masked if a grant was stored while the deletion waited for a lock',
    async () => {
      const heldCommit = holdCommitOf(mills.service.stack.database, 'into resource_grant');
      const granting = denyAccess(reviewer);
      await heldCommit.reached;
      const removal = remove();
      await waitForBlockedSession();
      heldCommit.release();
      await Promise.all([granting, removal]);
      expect(await typesForMill(reviewer)).toEqual(['Delete (masked)']);
    },
  );
});

describe('the activity of a resource instance', () => {
  const readStatuses = async (request: (path: string) => Promise<Response>) =>
    Promise.all(
      [oldMill, neighbour, '99999999-0000-4000-8000-000000000000'].map(
        async (resourceId) => (await request(`/resources/${resourceId}/activity`)).status,
      ),
    );

  it('needs the right `history`, and is 404 if access to the resource instance is denied', async () => {
    const { reader } = mills.writers;
    await denyAccess(reviewer, neighbour);
    await denyAccess(reader, neighbour);
    expect(await readStatuses((path) => mills.service.fetch(path))).toEqual([401, 401, 401]);
    expect(await readStatuses((path) => reader.sendRequest('GET', path))).toEqual([403, 404, 404]);
    expect(await readStatuses((path) => reviewer.sendRequest('GET', path))).toEqual([
      200, 404, 404,
    ]);
    expect(await readStatuses((path) => administrator.sendRequest('GET', path))).toEqual([
      200, 200, 404,
    ]);
  });

  it('is paged by a cursor, with one Data API call for each page', async () => {
    for (const text of ['a', 'b', 'c']) await rename(text);
    const path = `/resources/${oldMill}/activity`;
    const first = listPage.parse(await reviewer.read(`${path}?limit=2`));
    expect([first.orderedItems.length, first.partOf.id, first.next?.id]).toEqual([
      2,
      `${baseUrl}${path}?limit=2`,
      `${baseUrl}${path}?limit=2&cursor=2`,
    ]);
    const calls = await mills.service.countCalls(async () => {
      const second = listPage.parse(await reviewer.read(`${path}?limit=2&cursor=2`));
      expect([second.orderedItems.length, second.next]).toEqual([1, undefined]);
    });
    expect(calls).toBe(1);
    const { headers } = await reviewer.sendRequest('GET', `${path}?limit=2`);
    expect(headers.get('link')).toBe(
      `<${baseUrl}${path}?limit=2>; rel="first", <${baseUrl}${path}?limit=2&cursor=2>; rel="next", <${baseUrl}/history/>; rel="collection"`,
    );
  });
});
