import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMillYard, recordOf, recordPath, type MillYard } from './mill-yard.ts';
import type { TestWriter } from './writers.ts';

let yard: MillYard;
let author: TestWriter;
let anotherAuthor: TestWriter;
let reviewer: TestWriter;

beforeAll(async () => {
  yard = await openMillYard();
  ({ author, anotherAuthor, reviewer } = yard.writers);
});

beforeEach(async () => yard.reset());

afterAll(async () => yard?.service.close());

const { appellation, name, place, geometry, seen } = millNodes;
const newMill = id(503);
const path = `/resources/${newMill}`;
const documentPath = `/resources/mill/${newMill}?format=service-json`;
const nameTile = (text: string, tileid = id(621)) => ({
  tileid,
  nodegroup_id: appellation,
  parenttile_id: null,
  sortorder: 0,
  data: { [name]: text },
});

async function statusOf(who: TestWriter, ...request: Parameters<TestWriter['ask']>) {
  return (await who.ask(...request)).status;
}

const listOf = async (who: TestWriter): Promise<string> =>
  (await who.ask('GET', '/resources/?limit=1000')).text();
const activities = (): Promise<readonly string[]> =>
  queryColumn(yard.service, 'select activity_type || resource_id from activity order by ordinal');
const versionOf = async (who: TestWriter, of = `/resources/${oldMill}`): Promise<string> =>
  (await who.ask('GET', of)).headers.get('etag') ?? '';

describe('a resource instance that is nothing but proposals', () => {
  beforeEach(async () => {
    await author.ask('PUT', documentPath, { legacyid: 'mine', tiles: [nameTile('Windmill')] });
  });

  it('is there for its author and for reviewers, with what is proposed', async () => {
    for (const who of [author, reviewer, yard.writers.administrator]) {
      expect(await statusOf(who, 'GET', path)).toBe(200);
      expect(await listOf(who)).toContain(newMill);
      const [tile] = (await recordOf(who, newMill)).tiles;
      expect(tile?.provisionaledits).toHaveProperty(
        `${author.accountId}.value.${name}`,
        'Windmill',
      );
    }
  });

  it('is an unknown id to everybody else, who cannot write to it either', async () => {
    for (const who of [anotherAuthor, yard.writers.reader]) {
      expect(await statusOf(who, 'GET', path)).toBe(404);
      expect(await listOf(who)).not.toContain(newMill);
      expect(await statusOf(who, 'GET', `/api/tiles/${id(621)}`)).toBe(404);
      expect(await statusOf(who, 'DELETE', path)).toBe(404);
    }
    const tile = { ...nameTile('Mine', id(622)), resourceinstance_id: newMill };
    expect(await statusOf(anotherAuthor, 'POST', '/api/tiles', tile)).toBe(404);
    expect(await statusOf(anotherAuthor, 'PUT', documentPath, { tiles: [] })).toBe(404);
    const taken = { ...nameTile('Mine'), resourceinstance_id: oldMill };
    expect(await statusOf(anotherAuthor, 'POST', '/api/tiles', taken)).toBe(409);
  });

  it('is created for everybody when a reviewer accepts something of it, with its name', async () => {
    expect(await activities()).toEqual([]);
    const document = await recordOf(reviewer, newMill);
    const tiles = [{ ...document.tiles[0], data: { [name]: 'Windmill' } }];
    expect(await statusOf(reviewer, 'PUT', documentPath, { ...document, tiles })).toBe(200);
    expect(await activities()).toEqual([`Create${newMill}`]);
    for (const who of [author, anotherAuthor]) {
      expect(await listOf(who)).toContain(newMill);
      expect(await recordOf(who, newMill)).toMatchObject({
        displayname: 'Windmill',
        legacyid: 'mine',
        tiles: [{ data: { [name]: 'Windmill' }, provisionaledits: null }],
      });
    }
    await reviewer.ask('PUT', documentPath, { tiles: [nameTile('Post Mill')] });
    expect(await activities()).toEqual([`Create${newMill}`, `Update${newMill}`]);
  });

  it('stays what it is where a reviewer takes a proposal out', async () => {
    expect(await statusOf(reviewer, 'PUT', documentPath, { tiles: [] })).toBe(200);
    expect(await statusOf(anotherAuthor, 'GET', path)).toBe(404);
    expect((await recordOf(author, newMill)).tiles).toEqual([]);
    expect(await activities()).toEqual([]);
  });

  it('goes on with its author, who may take it back', async () => {
    const more = [nameTile('Windmill'), nameTile('Kite', id(622))];
    expect(await statusOf(author, 'PUT', documentPath, { legacyid: 'ours', tiles: more })).toBe(
      200,
    );
    expect(await recordOf(author, newMill)).toMatchObject({ legacyid: 'ours' });
    expect((await recordOf(reviewer, newMill)).tiles).toHaveLength(2);
    expect(await statusOf(author, 'DELETE', path)).toBe(200);
    expect(await statusOf(reviewer, 'GET', path)).toBe(404);
    expect(await activities()).toEqual([]);
  });

  it('is deleted by a reviewer without a trace in the stream', async () => {
    expect(await statusOf(reviewer, 'DELETE', path)).toBe(200);
    expect(await activities()).toEqual([]);
  });
});

describe('the deletion of what counts', () => {
  it('is refused to who is no reviewer, and says what to do', async () => {
    const answer = await author.ask('DELETE', `/resources/${oldMill}`);
    expect(answer.status).toBe(403);
    expect(z.object({ detail: z.string() }).parse(await answer.json()).detail).toContain(
      'ask a reviewer to delete it',
    );
    expect(await statusOf(reviewer, 'DELETE', `/resources/${oldMill}`)).toBe(200);
  });
});

describe('the version of a resource instance', () => {
  const renames = (who: TestWriter, text: string): Promise<Response> =>
    who.ask('POST', `/api/tiles/${id(601)}`, {
      nodegroup_id: appellation,
      data: { [name]: text },
    });

  it('changes for the author of a proposal and for reviewers, and for nobody else', async () => {
    const everybody = [author, anotherAuthor, reviewer, yard.writers.reader];
    const before = await Promise.all(everybody.map((who) => versionOf(who)));
    const answer = await renames(author, 'Burnt');
    const after = await Promise.all(everybody.map((who) => versionOf(who)));
    expect(after.map((tag, place) => tag === before[place])).toEqual([false, true, false, true]);
    const number = (tag = ''): string => tag.split('-')[0] ?? '';
    expect(number(answer.headers.get('etag') ?? '')).toBe(number(after[0]));
    const put = async (who: TestWriter, tag = ''): Promise<number> =>
      statusOf(who, 'PUT', recordPath, await recordOf(who), { 'if-match': tag });
    expect(await put(author, before[0])).toBe(412);
    expect(await put(reviewer, before[2])).toBe(412);
    expect(await put(author, after[0])).toBe(200);
    expect(await put(anotherAuthor, after[1])).toBe(200);
    expect(await put(reviewer, after[2])).toBe(200);
  });

  it('is never one that somebody was told of another state', async () => {
    const told = new Map<string, string>();
    const writers = [author, anotherAuthor, reviewer];
    const order = [0, 1, 2, 0, 0, 1, 2, 2, 1];
    for (const turn of order.keys()) {
      const writer = writers[order[turn] ?? 0] ?? author;
      expect((await renames(writer, `Mill ${turn}`)).status).toBe(200);
      for (const [place, who] of writers.entries()) {
        const record = JSON.stringify(await recordOf(who));
        const version = `${place} ${(await versionOf(who)).split('-')[0]}`;
        expect([version, told.get(version) ?? record]).toEqual([version, record]);
        told.set(version, record);
      }
    }
  });
});

describe('a tile that is nothing but a proposal', () => {
  const placeTile = (tileid: string, data: unknown) => ({
    tileid,
    nodegroup_id: place,
    parenttile_id: null,
    sortorder: 0,
    data: { [geometry]: data },
    resourceinstance_id: oldMill,
  });
  const point = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: '1',
        properties: {},
        geometry: { type: 'Point', coordinates: [7, 7] },
      },
    ],
  };

  beforeEach(async () => {
    const stored = await recordOf(reviewer);
    const tiles = stored.tiles.filter(({ nodegroup_id: of }) => of === appellation);
    await reviewer.ask('PUT', recordPath, { ...stored, tiles });
  });

  it('is in the way of no other where there may be one, until it is to count', async () => {
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(200);
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(632), point))).toBe(422);
    expect(await statusOf(reviewer, 'POST', '/api/tiles', placeTile(id(633), point))).toBe(200);
    const document = await recordOf(reviewer);
    expect(document.tiles.map(({ tileid }) => tileid)).toEqual(
      expect.arrayContaining([id(630), id(633)]),
    );
    expect(await statusOf(reviewer, 'PUT', recordPath, document)).toBe(200);
    expect(await statusOf(reviewer, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(422);
  });

  it('is there for everybody once a reviewer writes a tile below it', async () => {
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(200);
    const child = {
      tileid: id(631),
      nodegroup_id: seen,
      parenttile_id: id(630),
      data: { [seen]: '1900' },
      resourceinstance_id: oldMill,
    };
    expect(await statusOf(reviewer, 'POST', '/api/tiles', child)).toBe(200);
    const tiles = (await recordOf(anotherAuthor)).tiles.map(({ tileid }) => tileid);
    expect(tiles).toEqual(expect.arrayContaining([id(630), id(631)]));
  });

  it('gives a new tile that counts no later place', async () => {
    await author.ask('POST', '/api/tiles', {
      ...nameTile('First', id(640)),
      sortorder: 70,
      resourceinstance_id: oldMill,
    });
    const { tileid: _, sortorder: __, ...tile } = nameTile('Second');
    const answer = await reviewer.ask('POST', '/api/tiles', {
      ...tile,
      resourceinstance_id: oldMill,
    });
    expect(await answer.json()).toMatchObject({ sortorder: 3 });
  });
});
