import { createHash } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { queryColumn } from '../../support/sample.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const { place, geometry } = millNodes;
/** The id of the place tile of the old mill. */
const tileid = id(603);

const longId = 'a very long id '.repeat(20);
const noId = Symbol('no member id');

/** Lists of feature ids within one value. The keys that the service derives from them must differ. */
const idLists: readonly (readonly [string, readonly unknown[]])[] = [
  ['no id and an empty id', [noId, '']],
  ['an empty id and no id', ['', noId]],
  ['null and an empty id', [null, '', noId, '']],
  ['a long id and its hash', [longId, createHash('md5').update(longId).digest('hex'), longId]],
  ['a number and the same number as text', [7, '7', 7]],
  ['an id several times, and the same id with occurrence numbers', ['a', 'a', 'a#1', 'a#1', 'a#2']],
];

const collectionOf = (ids: readonly unknown[]): object => ({
  type: 'FeatureCollection',
  features: ids.map((featureId, index) => ({
    type: 'Feature',
    ...(featureId === noId ? {} : { id: featureId }),
    properties: { written: 'here' },
    geometry: { type: 'Point', coordinates: [index, 50] },
  })),
});

const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The ways to write a feature collection. */
const waysToWrite: Readonly<Record<string, (value: object, query: string) => Promise<Response>>> = {
  'PUT of tile records': async (value, query) => {
    const record = await readRecord(reviewer);
    const tiles = record.tiles.map((tile) =>
      tile.tileid === tileid ? { ...tile, data: { ...tile.data, [geometry]: value } } : tile,
    );
    return reviewer.sendRequest('PUT', withQuery(recordPath, query), { ...record, tiles });
  },
  'POST of a copy': async (value, query) => {
    const tiles = [{ nodegroup_id: place, data: { [geometry]: value } }];
    return reviewer.sendRequest('POST', withQuery('/resources/mill?format=service-json', query), {
      tiles,
    });
  },
  'PUT of JSON-LD': async (value, query) => {
    const read = await reviewer.sendRequest('GET', `/resources/${oldMill}?format=json-ld`);
    const document = await read.text();
    const stored = (await readRecord(reviewer)).tiles.find((tile) => tile.tileid === tileid);
    const before = JSON.stringify(JSON.stringify(stored?.data[geometry]));
    expect(document).toContain(before);
    const changed = document.replace(before, JSON.stringify(JSON.stringify(value)));
    return reviewer.sendRequest('PUT', withQuery(`/resources/${oldMill}`, query), changed);
  },
  'POST of the tile': async (value, query) =>
    reviewer.sendRequest('POST', withQuery(`/api/tiles/${tileid}`, query), {
      nodegroup_id: place,
      data: { [geometry]: value },
    }),
  'POST of a new tile': async (value, query) =>
    reviewer.sendRequest('POST', withQuery('/api/tiles', query), {
      nodegroup_id: place,
      resourceinstance_id: id(502),
      data: { [geometry]: value },
    }),
  'POST of the value': async (value, query) =>
    sendForm(reviewer, withQuery('/api/node_value/', query), {
      nodeid: geometry,
      tileid,
      data: JSON.stringify(value),
    }),
};

describe.each(Object.entries(waysToWrite).map(([way, write], turn) => [way, write, turn] as const))(
  'the features of one value, written by %s',
  (_way, write, turn) => {
    it.each(takeInTurn(idLists, turn, 2))(
      'get different keys without a retry, and a dry run succeeds: %s',
      async (_what, ids) => {
        const value = collectionOf(ids);
        const planned = await write(value, 'dry_run');
        expect(planned.status).toBe(200);
        let stored: Response | undefined;
        const calls = await mills.service.countCalls(async () => {
          stored = await write(value, '');
        });
        // Some ways read the old mill first, in two calls at most.
        expect([stored?.status === 200 || stored?.status === 201, calls <= 4]).toEqual([
          true,
          true,
        ]);
        const featureKeys = await queryColumn(
          mills.service,
          `select feature_key from feature where properties ->> 'written' = 'here'`,
        );
        expect([featureKeys.length, new Set(featureKeys).size]).toEqual([ids.length, ids.length]);
      },
    );
  },
);

describe('features without ids', () => {
  it.each(['PUT of tile records', 'PUT of JSON-LD', 'POST of the tile', 'POST of the value'])(
    'are not a change when they are written again by %s',
    async (way) => {
      const write = waysToWrite[way];
      const value = collectionOf([noId, noId]);
      await write?.(value, '');
      const before = await mills.traces();
      expect((await write?.(value, ''))?.status).toBe(200);
      expect(await mills.traces()).toBe(before);
    },
  );
});
