import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { openMills, type Mills } from '../writing/mills.ts';
import type { TestWriter } from '../writing/writers.ts';
import { listPage, ordinalOf, placeStream } from './streams.ts';

let mills: Mills;
let reviewer: TestWriter;

const history = `${baseUrl}/history/`;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
});

afterAll(async () => mills?.service.close());

const readList = async (query: string) => listPage.parse(await reviewer.read(`/history/${query}`));
const readOrdinals = async (query: string): Promise<readonly number[]> =>
  (await readList(query)).orderedItems.map(ordinalOf);

/** Reads all pages of a list by their links. @returns the ordinals of each page */
async function readAllPages(query: string): Promise<readonly (readonly number[])[]> {
  const pages: (readonly number[])[] = [];
  for (let uri: string | undefined = `/history/${query}`; uri !== undefined;) {
    const { orderedItems, next } = listPage.parse(await reviewer.read(uri));
    pages.push(orderedItems.map(ordinalOf));
    uri = next?.id.slice(baseUrl.length);
  }
  return pages;
}

/** The status of a refusal, and the code and pointer of each of its errors. */
async function errorsOf(query: string): Promise<unknown> {
  const answer = await reviewer.sendRequest('GET', `/history/${query}`);
  const { errors } = Object(await answer.json());
  return [
    answer.status,
    errors?.map(({ pointer, code }: { pointer: string; code: string }) => `${code} ${pointer}`),
  ];
}

describe('a filtered list of the activity stream', () => {
  it('has the items of one type', async () => {
    await placeStream(mills.service, 25);
    expect(await readOrdinals('?type=Delete')).toEqual([10, 20]);
    expect(await readOrdinals('?type=Create')).toEqual([1, 11, 21]);
    expect(await readOrdinals('?type=Update')).toHaveLength(20);
  });

  it('has the items of one graph, which is named by slug or id', async () => {
    await placeStream(mills.service, 25);
    await runStatement(
      mills.service,
      `update activity set graph_id = '99999999-0000-4000-8000-000000000000' where ordinal > 3`,
    );
    for (const graph of ['mill', graphId, graphId.toUpperCase()]) {
      expect(await readOrdinals(`?graph=${graph}`)).toEqual([1, 2, 3]);
    }
    expect(await readOrdinals('?graph=mill&type=Update')).toEqual([2, 3]);
  });

  it.each([
    ['2026-01-01T00:20:00Z', 20],
    ['2026-01-01T00:19:01Z', 20],
    ['2026-01-01T01:20:00%2B01:00', 20],
    // A plus sign that is not percent-encoded.
    ['2026-01-01T01:20:00+01:00', 20],
    ['2026-01-01T00:19:00.5Z', 20],
    ['2026-01-01', 1],
    ['2025-01-01', 1],
    // Before and after the years that the database reads.
    ['0000-01-01T00:00:00Z', 1],
    ['0001-01-01T00:00:00%2B05:00', 1],
  ])('has the items since %s', async (since, first) => {
    await placeStream(mills.service, 25);
    expect((await readOrdinals(`?since=${since}`))[0]).toBe(first);
    expect(await readOrdinals(`?since=${since}&type=Delete`)).toEqual(
      [10, 20].filter((ordinal) => ordinal >= first),
    );
  });

  it('is empty if nothing has happened since the time or cursor', async () => {
    await placeStream(mills.service, 25);
    for (const query of [
      '?since=2027-01-01',
      '?since=9999-12-31T23:59:59-05:00',
      '?cursor=25',
      '?cursor=9007199254740991',
    ]) {
      expect(await readList(query)).toMatchObject({ orderedItems: [] });
      expect((await readList(query)).next).toBeUndefined();
    }
  });

  it('continues by cursors to its end, with each item once, for every filter', async () => {
    await placeStream(mills.service, 250);
    const all = Array.from({ length: 250 }, (_, index) => index + 1);
    const deleted = all.filter((ordinal) => ordinal % 10 === 0);
    expect(await readAllPages('?cursor=0&limit=60')).toEqual([
      all.slice(0, 60),
      all.slice(60, 120),
      all.slice(120, 180),
      all.slice(180, 240),
      all.slice(240),
    ]);
    expect((await readAllPages('?graph=mill')).map(({ length }) => length)).toEqual([100, 100, 50]);
    expect((await readAllPages('?graph=mill&limit=7')).flat()).toEqual(all);
    expect((await readAllPages('?type=Delete&limit=4&since=2026-01-01T00:11:00Z')).flat()).toEqual(
      deleted.slice(1),
    );
    expect((await readAllPages('?type=Delete&limit=25')).map(({ length }) => length)).toEqual([25]);
  });

  it('repeats the filter in its own URI and in the URIs of its collection and next page', async () => {
    await placeStream(mills.service, 25);
    const list = await readList(
      '?limit=1&type=Delete&since=2026-01-01T01:00:00%2B01:00&graph=mill',
    );
    const filter = `since=2026-01-01T00%3A00%3A00.000Z&graph=mill&type=Delete&limit=1`;
    expect([list.id, list.partOf.id, list.next?.id]).toEqual([
      `${history}?${filter}`,
      `${history}?${filter}`,
      `${history}?${filter}&cursor=10`,
    ]);
    const { headers } = await reviewer.sendRequest('GET', `/history/?${filter}`);
    expect(headers.get('link')).toBe(
      `<${history}?${filter}>; rel="first", <${history}?${filter}&cursor=10>; rel="next", <${history}>; rel="collection"`,
    );
  });

  it('returns later items if it is continued from the cursor at which it ended', async () => {
    await placeStream(mills.service, 25);
    expect(await readAllPages('?type=Delete')).toEqual([[10, 20]]);
    await runStatement(
      mills.service,
      `with more as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
  values (26, 'Delete', gen_random_uuid(), '${graphId}', now())
)
update activity_counter set ordinal = 26`,
    );
    expect(await readOrdinals('?type=Delete&cursor=20')).toEqual([26]);
  });

  it('is refused with 400, with an error for each invalid parameter', async () => {
    const query = '?since=yesterday&type=Change&cursor=-1&limit=1001&indent=11';
    expect(await errorsOf(query)).toEqual([
      400,
      ['invalid /since', 'invalid /type', 'invalid /cursor', 'invalid /limit', 'invalid /indent'],
    ]);
  });

  it.each(['2026-02-30', '2026-01-01T00:00:00', '2026-01-01T25:00:00Z', '12', '2026', 'now'])(
    'is refused with 400 if since is %s',
    async (since) => {
      expect(await errorsOf(`?since=${since}`)).toEqual([400, ['invalid /since']]);
    },
  );

  it('is refused for an unreadable graph and for an unknown graph with the same answer', async () => {
    await placeStream(mills.service, 25);
    const answerToUnknown = await reviewer.sendRequest('GET', '/history/?graph=windmill');
    expect(answerToUnknown.status).toBe(400);
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_id, no_access)
select nodegroup_id, ${reviewer.accountId}, true from nodegroup where graph_id = '${graphId}'`,
    );
    const comparable = async (answer: Response, name: string): Promise<string> =>
      (await answer.text()).replaceAll(name, '…').replace(/"requestId":"[^"]*"/, '');
    const answerToClosed = await reviewer.sendRequest('GET', '/history/?graph=mill');
    expect(await comparable(answerToClosed, '"mill')).toBe(
      await comparable(answerToUnknown, '"windmill'),
    );
  });

  it('treats an empty parameter as absent', async () => {
    await placeStream(mills.service, 2);
    expect(await reviewer.read('/history/?since=&graph=&type=')).toEqual(
      await reviewer.read('/history/'),
    );
  });

  it('has empty pages if it searches a wide range of ordinals, and continues after each', async () => {
    await placeStream(mills.service, 10);
    await runStatement(
      mills.service,
      `with late as (
  update activity set ordinal = 600000, end_time = now() where ordinal = 10
)
update activity_counter set ordinal = 600000`,
    );
    expect(await readAllPages('?type=Delete')).toEqual([[], [], [600_000]]);
    // With since, the item is found in the first page.
    expect(await readAllPages('?type=Delete&since=2026-01-02')).toEqual([[600_000]]);
  });
});
