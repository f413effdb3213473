import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

const { name, note, sightings } = millNodes;
const path = `/resources/${oldMill}`;
const newMill = id(799);

let mills: Mills;
let reviewer: TestWriter;
let mill: MillRecord;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
});

afterAll(async () => mills?.service.close());

const renamed = (text: string): MillRecord => withTile(mill, withValue(tileOf(mill), name, text));
const textOf = async (form: string): Promise<string> =>
  (await reviewer.sendRequest('GET', `${path}?format=${form}&hidden=false`)).text();

describe('PUT /resources/{id}', () => {
  const forms = ['json-ld', 'json-ld&profile=linked', 'service-json', 'arches-json', 'json'];

  it.each(forms)(
    'changes nothing if the document is that of GET, and makes one Data API call: %s',
    async (form) => {
      const [document, before] = [await textOf(form), await mills.traces()];
      const calls = await mills.service.countCalls(async () => {
        const answer = await reviewer.sendRequest(
          'PUT',
          `${path}?format=${form.split('&')[0]}`,
          document,
        );
        expect([answer.status, await answer.text()]).toEqual([200, await textOf('json-ld')]);
      });
      // The PUT makes one call. The GET whose document the answer is compared with makes the other.
      expect(calls).toBe(2);
      expect(await mills.traces()).toBe(before);
    },
  );

  it.each(forms)(
    'writes only the changed tile, with one entry in the edit log: %s',
    async (form) => {
      const document = (await textOf(form)).replaceAll('Mill House', 'Miller’s House');
      const answer = await reviewer.sendRequest(
        'PUT',
        `${path}?format=${form.split('&')[0]}`,
        document,
      );
      expect(answer.status).toBe(200);
      const [, second] = mill.tiles;
      if (second === undefined) throw new Error('The mill has only one name.');
      const after = await readRecord(reviewer);
      expect(after.tiles).toEqual(withTile(mill, withValue(second, name, 'Miller’s House')).tiles);
      expect(
        await queryColumn(mills.service, "select edit_type || ' ' || tile_id from edit_log"),
      ).toEqual([`tile edit ${second.tileid}`]);
      expect(
        await queryColumn(mills.service, 'select activity_type || resource_id from activity'),
      ).toEqual([`Update${oldMill}`]);
    },
  );

  it.each([
    'application/xml',
    'application/json',
    'application/ld+json',
    'text/html',
    '*/*',
    'image/png',
  ])('answers with JSON-LD for any Accept header: %s', async (accept) => {
    const answer = await reviewer.sendRequest('PUT', path, await textOf('json-ld'), { accept });
    const type = accept === 'application/json' ? accept : 'application/ld+json';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(await answer.json()).toHaveProperty('@id', `${baseUrl}${path}`);
  });

  it.each(['xml', 'json', 'json-ld', ''])('accepts JSON-LD with format=%s', async (format) => {
    const answer = await reviewer.sendRequest(
      'PUT',
      `${path}?format=${format}`,
      await textOf('json-ld'),
    );
    expect(answer.status).toBe(200);
  });

  it('answers with the indent and profile of the query', async () => {
    const answer = await reviewer.sendRequest(
      'PUT',
      `${path}?indent=2&profile=linked`,
      await textOf('json-ld'),
    );
    const text = await answer.text();
    expect(text).toMatch(/^\{\n {2}"@id"/);
    expect(JSON.parse(text)).toEqual(JSON.parse(await textOf('json-ld&profile=linked')));
  });

  it('accepts a list with one document', async () => {
    const answer = await reviewer.sendRequest('PUT', path, `[${await textOf('json-ld')}]`);
    expect(answer.status).toBe(200);
  });

  it('keeps tiles that the document leaves out if missing=keep is sent', async () => {
    const before = await mills.traces();
    const withoutTiles = { ...mill, tiles: [] };
    const kept = await reviewer.sendRequest('PUT', `${recordPath}&missing=keep`, withoutTiles);
    expect([kept.status, await mills.traces()]).toEqual([200, before]);
    await reviewer.sendRequest('PUT', recordPath, withoutTiles);
    expect((await readRecord(reviewer)).tiles).toEqual([]);
  });

  it('keeps the legacy id, the creator and the references of other resource instances', async () => {
    const readKeptValues = () =>
      queryColumn(
        mills.service,
        `select concat_ws(' ', r.legacy_id, r.created_at, r.created_by, (
          select string_agg(o::text, ',') from resource_relation o where o.to_resource_id = r.resource_id
        )) from resource r where r.resource_id = '${oldMill}'`,
      );
    const before = await readKeptValues();
    await reviewer.sendRequest('PUT', recordPath, renamed('Second Mill'));
    expect(await readKeptValues()).toEqual(before);
  });

  it('changes the display name at once', async () => {
    await reviewer.sendRequest('PUT', recordPath, renamed('Second Mill'));
    expect(await readRecord(reviewer)).toMatchObject({ displayname: 'Second Mill' });
  });

  it('keeps every digit of a number', async () => {
    const document = (await textOf('service-json')).replace(
      /\[1\.5, ?52\]/,
      '[1.50000000000000000001,52]',
    );
    expect((await reviewer.sendRequest('PUT', recordPath, document)).status).toBe(200);
    expect(await textOf('service-json')).toContain('1.50000000000000000001');
  });

  it('creates a resource instance that does not exist, with the ids of the document', async () => {
    const tiles = [{ ...tileOf(mill), tileid: id(720) }];
    const record = { graph_id: graphId, tiles };
    const answer = await reviewer.sendRequest(
      'PUT',
      `/resources/${newMill}?format=service-json`,
      record,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `${baseUrl}/resources/${newMill}`,
    ]);
    expect((await readRecord(reviewer, newMill)).tiles.map(({ tileid }) => tileid)).toEqual([
      id(720),
    ]);
    expect(
      await queryColumn(
        mills.service,
        `select created_by from resource where resource_id = '${newMill}'`,
      ),
    ).toEqual([String(reviewer.accountId)]);
  });

  it('stores a document that is larger than one Data API call and has child tiles before their parents', async () => {
    const longTiles = [721, 722, 723, 724].map((number) => ({
      ...withValue(tileOf(mill), note, `${number} ${'long '.repeat(215_000)}`),
      tileid: id(number),
    }));
    const tiles = [
      tileOf(mill, sightings),
      ...longTiles,
      ...mill.tiles.filter((tile) => tile !== tileOf(mill, sightings)),
    ];
    const newIds = new Map(mill.tiles.map(({ tileid }, index) => [tileid, id(740 + index)]));
    const copies = tiles.map((tile) => ({
      ...tile,
      tileid: newIds.get(tile.tileid) ?? tile.tileid,
      parenttile_id: newIds.get(tile.parenttile_id ?? '') ?? null,
    }));
    const answer = await reviewer.sendRequest(
      'PUT',
      `/resources/mill/${newMill}?format=service-json`,
      {
        tiles: copies,
      },
    );
    expect(answer.status).toBe(201);
    expect(
      await queryColumn(
        mills.service,
        `select count(*) from tile where resource_id = '${newMill}'`,
      ),
    ).toEqual([String(copies.length)]);
  });
});

describe('PUT /resources/{graph}/{id}', () => {
  it.each(['mill', graphId])('accepts the slug or the id of the model: %s', async (graph) => {
    const to = `/resources/${graph}/${newMill}?format=service-json`;
    expect((await reviewer.sendRequest('PUT', to, { tiles: [] })).status).toBe(201);
    expect((await reviewer.sendRequest('PUT', to, { tiles: [] })).status).toBe(200);
  });

  it('creates a resource instance from JSON-LD without ids', async () => {
    const withoutIds = JSON.stringify(await reviewer.read(path), (key, value: unknown) =>
      key === '@id' && (value === `${baseUrl}${path}` || String(value).includes('/tile/'))
        ? undefined
        : value,
    );
    const answer = await reviewer.sendRequest('PUT', `/resources/mill/${newMill}`, withoutIds);
    expect(answer.status).toBe(201);
    const valuesOf = ({ tiles }: MillRecord) => tiles.map(({ data }) => data);
    expect(valuesOf(await readRecord(reviewer, newMill))).toEqual(valuesOf(mill));
  });
});

describe('POST /resources', () => {
  const resourceUri = z.string().startsWith(`${baseUrl}/resources/`);

  it.each([
    ['/resources/', 'json-ld'],
    ['/resources/mill', 'json-ld'],
    ['/resources/mill', 'json-ld&profile=linked'],
    ['/resources/', 'service-json'],
    ['/resources/mill', 'json'],
  ])('creates at %s a copy with new ids from %s', async (to, form) => {
    const answer = await reviewer.sendRequest('POST', to, await textOf(form));
    expect(answer.status).toBe(201);
    const location = resourceUri.parse(answer.headers.get('location'));
    const copy = await readRecord(reviewer, location.slice(`${baseUrl}/resources/`.length));
    const ids = new Set(mill.tiles.map(({ tileid }) => tileid));
    expect(copy.tiles.filter(({ tileid }) => ids.has(tileid))).toEqual([]);
    const valuesOf = ({ tiles }: MillRecord) => tiles.map(({ data }) => data);
    expect(valuesOf(copy)).toEqual(valuesOf(mill));
    expect((await readRecord(reviewer)).tiles).toEqual(mill.tiles);
  });

  it('does not change other resource instances', async () => {
    const before = (await readRecord(reviewer, neighbour)).tiles;
    await reviewer.sendRequest('POST', '/resources/mill', await textOf('json-ld'));
    expect((await readRecord(reviewer, neighbour)).tiles).toEqual(before);
  });
});
