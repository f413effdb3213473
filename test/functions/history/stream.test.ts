import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { writeSetting } from '../../../infra/cli/instance/queries/settings.ts';
import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { crm, graphId } from '../../lib/json-ld/mill.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../writing/mills.ts';
import type { TestWriter } from '../writing/writers.ts';
import { collection, page, placeStream, singleItem } from './streams.ts';

const { name } = millNodes;
const history = `${baseUrl}/history/`;

let mills: Mills;
let administrator: TestWriter;
let reviewer: TestWriter;
let reader: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ administrator, reviewer, reader } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await setGuestRights(false);
  await mills.service.stack.dataApi.write(writeSetting('history_page_size', '100'));
});

afterAll(async () => mills?.service.close());

async function setGuestRights(readHistory: boolean): Promise<void> {
  await mills.service.stack.dataApi.write(
    setGroupDefaults('Guest', { read: true, write: false, delete: false, history: readHistory }),
  );
}

const setPageSize = async (size: number): Promise<unknown> =>
  mills.service.stack.dataApi.write(writeSetting('history_page_size', String(size)));

const readCollection = async (caller = reviewer) =>
  collection.parse(await caller.read('/history/'));
const readPage = async (number: number, caller = reviewer) =>
  page.parse(await caller.read(`/history/${number}`));

/** Gives the old mill another name. */
async function rename(text: string): Promise<void> {
  const mill = await readRecord(reviewer);
  const changed = withTile(mill, withValue(tileOf(mill), name, text));
  expect((await reviewer.sendRequest('PUT', recordPath, changed)).status).toBe(200);
}

const readStatuses = async (
  request: (path: string) => Promise<Response>,
): Promise<readonly number[]> =>
  Promise.all(
    ['/history/', '/history/1', '/history/item/1', '/history/?type=Create'].map(
      async (path) => (await request(path)).status,
    ),
  );

describe('the activity stream', () => {
  it('is 401 without a token, unless Guest has the right `history`', async () => {
    await placeStream(mills.service, 1);
    expect(await readStatuses((path) => mills.service.fetch(path))).toEqual([401, 401, 401, 401]);
    await setGuestRights(true);
    expect(await readStatuses((path) => mills.service.fetch(path))).toEqual([200, 200, 200, 200]);
  });

  it('is refused with 403 for accounts without the right `history`', async () => {
    await placeStream(mills.service, 1);
    expect(await readStatuses((path) => reader.sendRequest('GET', path))).toEqual([
      403, 403, 403, 403,
    ]);
    const refusal = await reader.sendRequest('GET', '/history/');
    expect(await refusal.json()).toMatchObject({ code: 'not_allowed', status: 403 });
    expect(await readStatuses((path) => reviewer.sendRequest('GET', path))).toEqual([
      200, 200, 200, 200,
    ]);
  });

  it('makes one Data API call for each answer, including a 304', async () => {
    await placeStream(mills.service, 250);
    for (const path of ['/history/', '/history/2', '/history/item/7', '/history/?type=Delete']) {
      const { countCalls } = mills.service;
      let etag = '';
      const calls = await countCalls(async () => {
        etag = (await reviewer.sendRequest('GET', path)).headers.get('etag') ?? '';
      });
      let status = 0;
      const callsFor304 = await countCalls(async () => {
        const answer = await reviewer.sendRequest('GET', path, undefined, {
          'if-none-match': etag,
        });
        status = answer.status;
      });
      expect([path, calls, callsFor304, status]).toEqual([path, 1, 1, 304]);
    }
  });

  it('has one empty page, which is first and last, if there are no items', async () => {
    const reference = { id: `${baseUrl}/history/1`, type: 'OrderedCollectionPage' };
    expect(await readCollection()).toEqual({
      '@context': 'https://www.w3.org/ns/activitystreams',
      type: 'OrderedCollection',
      id: history,
      totalItems: 0,
      first: reference,
      last: reference,
    });
    expect(await readPage(1)).toEqual({
      '@context': 'https://www.w3.org/ns/activitystreams',
      type: 'OrderedCollectionPage',
      id: `${baseUrl}/history/1`,
      partOf: { type: 'OrderedCollection', id: history, totalItems: 0 },
      startIndex: 0,
      orderedItems: [],
    });
  });

  it.each([
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [200, 2],
    [201, 3],
  ])('with %i items has page %i as its last page', async (count, last) => {
    await placeStream(mills.service, count);
    const { totalItems, last: lastPage } = await readCollection();
    expect([totalItems, lastPage.id]).toEqual([count, `${baseUrl}/history/${last}`]);
    const { orderedItems, next } = await readPage(last);
    expect([orderedItems.length, next]).toEqual([count - (last - 1) * 100, undefined]);
  });

  it('has the type, object, time and account of a change', async () => {
    await runStatement(
      mills.service,
      `update account set first_name = 'Anna', last_name = 'Miller' where account_id = ${reviewer.accountId}`,
    );
    await rename('Second Mill');
    const { orderedItems } = await readPage(1);
    const user = `${baseUrl}/user/${reviewer.accountId}`;
    const uri = `${baseUrl}/resources/${oldMill}`;
    expect(orderedItems).toEqual([
      {
        id: `${baseUrl}/history/item/1`,
        type: 'Update',
        endTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        actor: {
          type: 'Person',
          id: user,
          url: user,
          name: 'Miller, Anna',
          tag: 'writing-reviewer',
        },
        object: { id: uri, url: uri, type: crm('E22_Man-Made_Object') },
      },
    ]);
  });

  it('keeps the class of a deleted resource instance, with the time of the deletion', async () => {
    expect((await reviewer.sendRequest('DELETE', `/resources/${oldMill}`)).status).toBe(200);
    const { orderedItems } = await readPage(1);
    const deleted = orderedItems.find(({ type }) => type === 'Delete');
    const uri = `${baseUrl}/resources/${oldMill}`;
    expect(deleted?.object).toEqual({
      id: uri,
      url: uri,
      type: crm('E22_Man-Made_Object'),
      formerType: crm('E22_Man-Made_Object'),
      deleted: deleted?.endTime,
    });
  });

  it('has an actor without a name, whose URI answers 404, if a change has no account', async () => {
    await placeStream(mills.service, 1);
    const [item] = (await readPage(1)).orderedItems;
    const unknownUser = `${baseUrl}/user/0`;
    expect(item?.actor).toEqual({
      type: 'Person',
      id: unknownUser,
      url: unknownUser,
      name: '',
      tag: null,
    });
    expect((await administrator.sendRequest('GET', '/user/0')).status).toBe(404);
  });

  it('has the username of an account that has no first and last name', async () => {
    await runStatement(
      mills.service,
      `update account set first_name = '', last_name = '' where account_id = ${reviewer.accountId}`,
    );
    await rename('Second Mill');
    const [item] = (await readPage(1)).orderedItems;
    expect(item?.actor.name).toBe('writing-reviewer');
  });

  it('has the URI of the graph as the type of an object if the graph has no class URI or is deleted', async () => {
    await runStatement(
      mills.service,
      `insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
values
  (1, 'Delete', gen_random_uuid(), '${graphId}', now()),
  (2, 'Delete', gen_random_uuid(), '99999999-0000-4000-8000-000000000000', now())`,
    );
    await runStatement(mills.service, 'update activity_counter set ordinal = 2');
    const setClass = (value: string): Promise<void> =>
      runStatement(
        mills.service,
        `update node set ontology_class = ${value} where graph_id = '${graphId}' and parent_node_id is null`,
      );
    try {
      await setClass('null');
      const items = (await readPage(1, administrator)).orderedItems;
      expect(items.map(({ object }) => object.type)).toEqual([
        `${baseUrl}/graph/${graphId}`,
        `${baseUrl}/graph/99999999-0000-4000-8000-000000000000`,
      ]);
      await setClass(`'Old thing'`);
      const [item] = (await readPage(1, administrator)).orderedItems;
      expect(item?.object.type).toBe(`${baseUrl}/graph/${graphId}#Old%20thing`);
    } finally {
      await setClass(`'${crm('E22_Man-Made_Object')}'`);
    }
  });

  it('links its pages in the documents and in the header Link', async () => {
    await placeStream(mills.service, 250);
    const { prev, next, startIndex } = await readPage(2);
    expect([prev?.id, next?.id, startIndex]).toEqual([
      `${baseUrl}/history/1`,
      `${baseUrl}/history/3`,
      100,
    ]);
    const linksOf = async (path: string): Promise<string | null> =>
      (await reviewer.sendRequest('GET', path)).headers.get('link');
    expect(await linksOf('/history/2')).toBe(
      `<${baseUrl}/history/1>; rel="first", <${baseUrl}/history/1>; rel="prev", <${baseUrl}/history/3>; rel="next", <${baseUrl}/history/3>; rel="last", <${history}>; rel="collection"`,
    );
    expect(await linksOf('/history/')).toBe(
      `<${baseUrl}/history/1>; rel="first", <${baseUrl}/history/3>; rel="last"`,
    );
    expect(await linksOf('/history/item/101')).toBe(
      `<${baseUrl}/history/2>; rel="up", <${history}>; rel="collection"`,
    );
  });

  it('has only empty pages after its last page, and each of them links back to the last page', async () => {
    await placeStream(mills.service, 100);
    for (const number of [2, 3, 9_007_199_254_740_991]) {
      const { orderedItems, prev, next, startIndex } = await readPage(number);
      expect([orderedItems, prev?.id, next, startIndex]).toEqual([
        [],
        `${baseUrl}/history/1`,
        undefined,
        100,
      ]);
    }
  });

  it.each(['0', '-1', 'x', '1.5', '1e3', '%20'])(
    'refuses page %s with 400 and a pointer to the page number',
    async (pageNumber) => {
      const answer = await reviewer.sendRequest('GET', `/history/${pageNumber}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_input',
          errors: [expect.objectContaining({ in: 'path', pointer: '/page_number' })],
        }),
      ]);
    },
  );

  it('returns an item by its ordinal, and answers 404 for an unknown ordinal', async () => {
    await placeStream(mills.service, 3);
    const item = singleItem.parse(await reviewer.read('/history/item/2'));
    const { '@context': _, ...itemOnly } = item;
    expect(itemOnly).toEqual((await readPage(1)).orderedItems[1]);
    for (const ordinal of ['0', '4', 'x', '-1', '99999999999999999999']) {
      expect((await reviewer.sendRequest('GET', `/history/item/${ordinal}`)).status).toBe(404);
    }
  });

  it('has the same body in every media type that can be requested', async () => {
    await placeStream(mills.service, 3);
    const profile = 'profile="https://www.w3.org/ns/activitystreams"';
    const mediaTypes = [
      [{}, 'application/json'],
      [{ accept: '*/*' }, 'application/json'],
      [{ accept: 'application/activity+json' }, 'application/activity+json'],
      [{ accept: `application/ld+json; ${profile}` }, `application/ld+json; ${profile}`],
      [{ accept: 'application/ld+json' }, `application/ld+json; ${profile}`],
      [
        { accept: 'application/activity+json;q=0.9, application/json;q=0.5' },
        'application/activity+json',
      ],
    ] as const;
    for (const path of ['/history/', '/history/1', '/history/item/1', '/history/?type=Create']) {
      const plain = await (await reviewer.sendRequest('GET', path)).text();
      for (const [headers, type] of mediaTypes) {
        const answer = await reviewer.sendRequest('GET', path, undefined, headers);
        expect([answer.headers.get('content-type'), await answer.text()]).toEqual([type, plain]);
      }
    }
    expect(
      (await reviewer.sendRequest('GET', '/history/1', undefined, { accept: 'text/html' })).status,
    ).toBe(406);
    const byName = await reviewer.sendRequest('GET', '/history/?format=activity-json');
    expect(byName.headers.get('content-type')).toBe('application/activity+json');
  });

  it('is indented if the parameter indent is sent', async () => {
    const answer = await reviewer.sendRequest('GET', '/history/?indent=2');
    expect(await answer.text()).toContain('\n  "type": "OrderedCollection"');
  });

  it('changes its ETag if a name or the number of items changes, and has no Last-Modified', async () => {
    await rename('Second Mill');
    const tagOf = async (): Promise<string | null> => {
      const { headers } = await reviewer.sendRequest('GET', '/history/1');
      expect(headers.get('last-modified')).toBeNull();
      return headers.get('etag');
    };
    const first = await tagOf();
    await runStatement(
      mills.service,
      `update account set last_name = 'Smith' where account_id = ${reviewer.accountId}`,
    );
    const second = await tagOf();
    await rename('Third Mill');
    const third = await tagOf();
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('has pages of the size that is stored in the database', async () => {
    await setPageSize(3);
    await placeStream(mills.service, 8);
    expect((await readCollection()).last.id).toBe(`${baseUrl}/history/3`);
    const { orderedItems, startIndex } = await readPage(2);
    expect([orderedItems.map(({ id }) => id), startIndex]).toEqual([
      [4, 5, 6].map((ordinal) => `${baseUrl}/history/item/${ordinal}`),
      3,
    ]);
  });

  it('has an item for each resource instance that a deletion changed', async () => {
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    const { orderedItems } = await readPage(1);
    expect(orderedItems.map(({ type, object }) => [type, object.id])).toEqual([
      ['Delete', `${baseUrl}/resources/${oldMill}`],
      ['Update', `${baseUrl}/resources/${neighbour}`],
    ]);
  });
});
