import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { writeSetting } from '../../infra/cli/instance/queries/settings.ts';
import { putMill, millId, tileOf } from '../functions/writing/crowd.ts';
import { millNodes, openMillService, type MillService } from '../functions/writing/mill-service.ts';
import { resourceIds } from '../functions/writing/every-write.ts';
import { id } from '../infra/cli/import/graphs/example.ts';
import { runStatement } from '../support/sample.ts';
import { baseUrl } from '../support/service.ts';
import { findTestData } from '../support/test-data.ts';
import { crawlStream } from './change-discovery/harvester.ts';
import { orderedCollection, orderedCollectionPage } from './change-discovery/requirements.ts';

const examplesFolder = findTestData('activity-streams/iiif-discovery-examples');
const schemasFolder = findTestData('activity-streams/getty-schemas');
const historyUri = `${baseUrl}/history/`;
const pageSize = 5;

let mills: MillService;

async function getJson(uri: string): Promise<unknown> {
  expect(uri.startsWith(baseUrl)).toBe(true);
  const answer = await mills.sendRequest({ method: 'GET', path: uri.slice(baseUrl.length) });
  expect([uri, answer.status]).toEqual([uri, 200]);
  return answer.json();
}

const storeMill = async (number: number, text: string): Promise<unknown> =>
  putMill(mills, number, [
    tileOf(id(2_000_000 + number), millNodes.appellation, { [millNodes.name]: text }),
  ]);
const deleteMill = async (number: number): Promise<unknown> =>
  mills.sendRequest({ method: 'DELETE', path: `/resources/${millId(number)}` });

/** Reads the URIs of the resource instances in the database. */
async function storedUris(): Promise<ReadonlySet<string>> {
  const ids = await resourceIds(mills.service);
  return new Set(ids.map((resourceId) => `${baseUrl}/resources/${resourceId}`));
}

beforeAll(async () => {
  mills = await openMillService();
  await mills.service.stack.dataApi.write(writeSetting('history_page_size', String(pageSize)));
});

afterAll(async () => mills?.service.close());

describe('the activity stream, as IIIF Change Discovery 1.0 defines it,', () => {
  it('is a collection with one page without items before the first activity', async () => {
    const { last } = orderedCollection.parse(await getJson(historyUri));
    const emptyPage = z
      .object({ orderedItems: z.array(z.unknown()) })
      .parse(await getJson(last.id));
    expect(emptyPage.orderedItems).toEqual([]);
  });

  it('lists all existing and all deleted resource instances to a harvester that starts at the last page', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await storeMill(number, 'first');
    for (const number of [2, 3, 2, 1]) await storeMill(number, `changed ${Math.random()}`);
    for (const number of [2, 5]) await deleteMill(number);
    // Mill 5 is created again after its deletion. Mill 7 is created and deleted.
    await storeMill(5, 'again');
    await storeMill(7, 'for a moment');
    await deleteMill(7);
    const { present, deleted, pages } = await crawlStream(historyUri, getJson);
    expect(present).toEqual(await storedUris());
    expect(deleted).toEqual(
      new Set([2, 7].map((number) => `${baseUrl}/resources/${millId(number)}`)),
    );
    expect(pages.map(({ id: uri }) => uri)).toEqual(
      [3, 2, 1].map((page) => `${historyUri}${page}`),
    );
  });

  it('lists pages and items in the order of time, without gaps or repetitions', async () => {
    const { totalItems } = orderedCollection.parse(await getJson(historyUri));
    const { pages } = await crawlStream(historyUri, getJson);
    const items = pages.toReversed().flatMap(({ orderedItems }) => orderedItems);
    const uris = items.map(({ id: uri }) => uri);
    expect(items).toHaveLength(totalItems ?? 0);
    expect(new Set(uris).size).toBe(items.length);
    const times = items.map(({ endTime }) => endTime ?? '');
    expect(times).toEqual(times.toSorted());
    for (const [index, page] of pages.toReversed().entries()) {
      expect([page.partOf?.id, page.startIndex]).toEqual([historyUri, index * pageSize]);
      expect(page.prev?.id).toBe(index === 0 ? undefined : `${historyUri}${index}`);
      expect(page.next?.id).toBe(
        index === pages.length - 1 ? undefined : `${historyUri}${index + 2}`,
      );
    }
  });

  it('serves activities and existing objects at their URIs, and answers 404 for deleted objects', async () => {
    const { pages, deleted } = await crawlStream(historyUri, getJson);
    for (const item of pages.flatMap(({ orderedItems }) => orderedItems)) {
      const { '@context': _, ...activity } = z.looseObject({}).parse(await getJson(item.id ?? ''));
      expect(activity).toEqual(item);
      const answer = await mills.sendRequest({
        method: 'GET',
        path: item.object.id.slice(baseUrl.length),
      });
      expect(answer.status).toBe(deleted.has(item.object.id) ? 404 : 200);
    }
  });

  it('allows a second crawl to stop at the activities that the first crawl has read', async () => {
    // The standard compares times to the second, so activities must be a minute apart.
    await runStatement(
      mills.service,
      `update activity set end_time = end_time - (1000 - ordinal) * interval '1 minute'`,
    );
    const firstCrawl = await crawlStream(historyUri, getJson);
    await storeMill(8, 'new');
    await deleteMill(1);
    const secondCrawl = await crawlStream(historyUri, getJson, firstCrawl.latestTime);
    const uri = (number: number): string => `${baseUrl}/resources/${millId(number)}`;
    expect(secondCrawl.present.has(uri(8))).toBe(true);
    expect(secondCrawl.deleted.has(uri(1))).toBe(true);
    const existingAfterFirstCrawl = new Set(
      [...firstCrawl.present].filter((object) => !secondCrawl.deleted.has(object)),
    );
    expect(existingAfterFirstCrawl.union(secondCrawl.present)).toEqual(await storedUris());
    expect([firstCrawl.pages.length, secondCrawl.pages.length]).toEqual([3, 2]);
  });
});

describe.skipIf(examplesFolder === undefined)(
  'the schemas with which these tests check the standard',
  () => {
    const example = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(examplesFolder ?? '', name), 'utf8'));

    it('accept the examples of the standard', async () => {
      expect(orderedCollection.safeParse(await example('08_OrderedCollection.json')).success).toBe(
        true,
      );
      for (const name of ['07_OrderedCollectionPage.json', '25_OrderedCollectionPage.json']) {
        expect(orderedCollectionPage.safeParse(await example(name)).success).toBe(true);
      }
      const page = z.looseObject({}).parse(await example('07_OrderedCollectionPage.json'));
      for (const name of ['01_Update.json', '02_Update.json', '03_Create.json']) {
        const changedPage = { ...page, orderedItems: [await example(name)] };
        expect(orderedCollectionPage.safeParse(changedPage).success).toBe(true);
      }
    });
  },
);

describe.skipIf(schemasFolder === undefined)('the documents of the activity stream', () => {
  const schema = z.looseObject({
    required: z.array(z.string()),
    properties: z.record(z.string(), z.looseObject({ const: z.unknown().optional() })),
  });

  // The schemas of items require a time `created` and classes that the specification of this service does not have.
  it.each([
    ['ordered-collection.json', historyUri],
    ['ordered-collection-page.json', `${historyUri}1`],
  ])('have all members that the JSON Schema %s of the Getty requires', async (name, uri) => {
    const { required, properties } = schema.parse(
      JSON.parse(await readFile(path.join(schemasFolder ?? '', name), 'utf8')),
    );
    const document = z.record(z.string(), z.unknown()).parse(await getJson(uri));
    expect(required.filter((key) => document[key] === undefined)).toEqual([]);
    const type = properties['type']?.const;
    expect(document['type']).toBe(type);
  });
});
