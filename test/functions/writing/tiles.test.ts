import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill, resourceIds } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  readRecord,
  refusalOf,
  sendForm,
  tileOf,
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

const { appellation, name, note, place, geometry, sightings } = millNodes;

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

describe('POST /api/tiles', () => {
  it('changes only the values that the body contains', async () => {
    const tile = tileOf(mill);
    const body = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
    const answer = await reviewer.sendRequest('POST', `/api/tiles/${tile.tileid}`, body);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      tileid: tile.tileid,
      data: { ...tile.data, [name]: 'Second Mill' },
      resourceinstance_id: oldMill,
    });
  });

  it('answers with the same record as GET of the tile, for an author and a reviewer', async () => {
    const nameTile = tileOf(mill);
    const proposedTile = { nodegroup_id: appellation, data: { [name]: 'Proposed Mill' } };
    await mills.writers.author.sendRequest('POST', `/api/tiles/${nameTile.tileid}`, proposedTile);
    for (const writer of [mills.writers.author, reviewer]) {
      for (const { tileid, nodegroup_id, data } of (await readRecord(writer)).tiles) {
        const body = { tileid, nodegroup_id, resourceinstance_id: oldMill, data };
        const answer = await writer.sendRequest('POST', `/api/tiles/${tileid}`, body);
        const stored = await writer.read(`/api/tiles/${tileid}`);
        expect(JSON.stringify(await answer.json())).toBe(JSON.stringify(stored));
      }
    }
  });

  it('makes two Data API calls, and one if nothing changes', async () => {
    const tile = { ...tileOf(mill), resourceinstance_id: oldMill };
    const write = (data: object) => () =>
      reviewer.sendRequest('POST', '/api/tiles', { ...tile, data });
    expect(await mills.service.countCalls(write(tile.data))).toBe(1);
    expect(await mills.service.countCalls(write({ [name]: 'Second Mill' }))).toBe(2);
  });

  it.each(['', null])(
    'creates a tile below the only possible parent if the tileid is %j',
    async (tileid) => {
      const sighting = {
        tileid,
        nodegroup_id: sightings,
        resourceinstance_id: oldMill,
        data: { [sightings]: '1900-01-01' },
      };
      const answer = await reviewer.sendRequest('POST', '/api/tiles/', sighting);
      expect(await answer.json()).toMatchObject({
        parenttile_id: tileOf(mill, place).tileid,
        data: { [sightings]: '1900-01-01' },
      });
      expect((await readRecord(reviewer)).tiles).toHaveLength(mill.tiles.length + 1);
    },
  );

  it('creates a resource instance if the resourceinstance_id is empty', async () => {
    const body = {
      nodegroup_id: appellation,
      resourceinstance_id: '',
      data: { [name]: 'Windmill' },
    };
    const answer = await reviewer.sendRequest('POST', '/api/tiles', body);
    expect(answer.status).toBe(200);
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  it('accepts a form with the tile in the field data', async () => {
    const { tileid } = tileOf(mill);
    const tile = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
    const answer = await sendForm(reviewer, `/api/tiles/${tileid}`, { data: JSON.stringify(tile) });
    expect(await answer.json()).toMatchObject({ data: { [name]: 'Second Mill' } });
  });

  it('refuses a tile of another resource instance with 409', async () => {
    const before = await mills.traces();
    const tile = { ...tileOf(mill), resourceinstance_id: neighbour };
    const answer = await reviewer.sendRequest('POST', `/api/tiles/${tile.tileid}`, tile);
    expect((await refusalOf(answer)).slice(0, 2)).toEqual([409, 'conflict']);
    expect(await mills.traces()).toBe(before);
  });

  it('stores nothing with dry_run', async () => {
    const before = await mills.traces();
    const tile = { ...tileOf(mill), data: { [name]: 'Second Mill' } };
    const answer = await reviewer.sendRequest('POST', '/api/tiles?dry_run=true', tile);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('"dry_run":true'),
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it.each([
    ['no body', undefined, 400],
    ['no nodegroup', { data: {} }, 400],
    ['a list for data', { nodegroup_id: appellation, data: [] }, 400],
    [
      'a tileid that is not that of the path',
      { tileid: id(701), nodegroup_id: appellation, data: {} },
      400,
    ],
    [
      '10,000 nested objects',
      `{"nodegroup_id":"${appellation}","data":{"${name}":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}}`,
      400,
    ],
    ['a text that cannot be stored', { nodegroup_id: appellation, data: { [name]: '\0' } }, 422],
    [
      'a value of another nodegroup',
      { nodegroup_id: appellation, data: { [sightings]: '1850' } },
      422,
    ],
  ])('refuses a body with %s', async (_, body, status) => {
    const before = await mills.traces();
    const answer = await reviewer.sendRequest('POST', `/api/tiles/${tileOf(mill).tileid}`, body);
    expect([(await refusalOf(answer))[0], await mills.traces()]).toEqual([status, before]);
  });
});

describe('POST /api/node_value', () => {
  const send = (fields: Readonly<Record<string, string>>): Promise<Response> =>
    sendForm(reviewer, '/api/node_value/', fields);

  it('changes one value of a tile', async () => {
    const { tileid, data } = tileOf(mill);
    const answer = await send({ nodeid: name, tileid, data: 'Second Mill' });
    expect(await answer.json()).toMatchObject({ tileid, data: { ...data, [name]: 'Second Mill' } });
  });

  it('stores null for an empty text', async () => {
    const { tileid } = tileOf(mill);
    expect(await (await send({ nodeid: note, tileid, data: '' })).json()).toMatchObject({
      data: { [note]: null },
    });
  });

  it('writes into the existing tile if the cardinality of the nodegroup is 1', async () => {
    const point = JSON.stringify({ type: 'Point', coordinates: [7.25, 50] });
    const answer = await send({ nodeid: geometry, resourceinstanceid: oldMill, data: point });
    expect(await answer.json()).toMatchObject({
      tileid: tileOf(mill, place).tileid,
      data: { [geometry]: { features: [{ geometry: { coordinates: [7.25, 50] } }] } },
    });
  });

  it('appends a feature, and the existing feature keeps its gid', async () => {
    const { tileid } = tileOf(mill, place);
    const gids = () =>
      queryColumn(
        mills.service,
        `select gid from feature where resource_id = '${oldMill}' order by position`,
      );
    const [gid] = await gids();
    const point = JSON.stringify({ type: 'Point', coordinates: [7.25, 50] });
    const answer = await send({ nodeid: geometry, tileid, data: point, operation: 'append' });
    expect(answer.status).toBe(200);
    const after = await gids();
    expect([after.length, after[0]]).toEqual([2, gid]);
  });

  it('creates a tile if the cardinality of the nodegroup is n', async () => {
    const answer = await send({ nodeid: name, resourceinstanceid: oldMill, data: 'Third Mill' });
    expect(answer.status).toBe(200);
    expect((await readRecord(reviewer)).tiles).toHaveLength(mill.tiles.length + 1);
  });

  it('sends the URI of the tile in Content-Location', async () => {
    const { tileid } = tileOf(mill);
    const answer = await send({ nodeid: name, tileid, data: 'Second Mill' });
    expect(answer.headers.get('content-location')).toBe(`${baseUrl}/api/tiles/${tileid}`);
  });

  it.each([
    ['a tile that does not exist', () => ({ nodeid: name, tileid: randomUUID(), data: 'x' }), 404],
    ['a node that does not exist', () => ({ nodeid: randomUUID(), data: 'x' }), 404],
    ['no node', () => ({ data: 'x' }), 400],
    ['an invalid id', () => ({ nodeid: 'name', data: 'x' }), 400],
    [
      'an invalid value',
      () => ({ nodeid: geometry, tileid: tileOf(mill, place).tileid, data: 'here' }),
      422,
    ],
    [
      'a text that cannot be stored',
      () => ({ nodeid: name, tileid: tileOf(mill).tileid, data: '\0' }),
      400,
    ],
  ])('refuses %s', async (_, fields, status) => {
    const before = await mills.traces();
    expect([(await refusalOf(await send(fields())))[0], await mills.traces()]).toEqual([
      status,
      before,
    ]);
  });
});
