import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let author: TestWriter;
let anotherAuthor: TestWriter;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author, anotherAuthor, reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const { appellation, name, place, geometry, sightings } = millNodes;
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

async function statusOf(who: TestWriter, ...request: Parameters<TestWriter['sendRequest']>) {
  return (await who.sendRequest(...request)).status;
}

const readList = async (who: TestWriter): Promise<string> =>
  (await who.sendRequest('GET', '/resources/?limit=1000')).text();
const activities = (): Promise<readonly string[]> =>
  queryColumn(mills.service, 'select activity_type || resource_id from activity order by ordinal');
const versionOf = async (who: TestWriter, target = `/resources/${oldMill}`): Promise<string> =>
  (await who.sendRequest('GET', target)).headers.get('etag') ?? '';

describe('a resource instance that has only proposals', () => {
  beforeEach(async () => {
    await author.sendRequest('PUT', documentPath, {
      legacyid: 'mine',
      tiles: [nameTile('Windmill')],
    });
  });

  it('is visible to its author and to reviewers, with the proposals', async () => {
    for (const who of [author, reviewer, mills.writers.administrator]) {
      expect(await statusOf(who, 'GET', path)).toBe(200);
      expect(await readList(who)).toContain(newMill);
      const [tile] = (await readRecord(who, newMill)).tiles;
      expect(tile?.provisionaledits).toHaveProperty(
        `${author.accountId}.value.${name}`,
        'Windmill',
      );
    }
  });

  it('does not exist for other accounts: reads and writes get 404', async () => {
    for (const who of [anotherAuthor, mills.writers.reader]) {
      expect(await statusOf(who, 'GET', path)).toBe(404);
      expect(await readList(who)).not.toContain(newMill);
      expect(await statusOf(who, 'GET', `/api/tiles/${id(621)}`)).toBe(404);
      expect(await statusOf(who, 'DELETE', path)).toBe(404);
    }
    const tile = { ...nameTile('Mine', id(622)), resourceinstance_id: newMill };
    expect(await statusOf(anotherAuthor, 'POST', '/api/tiles', tile)).toBe(404);
    expect(await statusOf(anotherAuthor, 'PUT', documentPath, { tiles: [] })).toBe(404);
    const takenTile = { ...nameTile('Mine'), resourceinstance_id: oldMill };
    expect(await statusOf(anotherAuthor, 'POST', '/api/tiles', takenTile)).toBe(409);
  });

  it('is created for all accounts, with its name, when a reviewer accepts a proposal', async () => {
    expect(await activities()).toEqual([]);
    const document = await readRecord(reviewer, newMill);
    const tiles = [{ ...document.tiles[0], data: { [name]: 'Windmill' } }];
    expect(await statusOf(reviewer, 'PUT', documentPath, { ...document, tiles })).toBe(200);
    expect(await activities()).toEqual([`Create${newMill}`]);
    for (const who of [author, anotherAuthor]) {
      expect(await readList(who)).toContain(newMill);
      expect(await readRecord(who, newMill)).toMatchObject({
        displayname: 'Windmill',
        legacyid: 'mine',
        tiles: [{ data: { [name]: 'Windmill' }, provisionaledits: null }],
      });
    }
    await reviewer.sendRequest('PUT', documentPath, { tiles: [nameTile('Post Mill')] });
    expect(await activities()).toEqual([`Create${newMill}`, `Update${newMill}`]);
  });

  it('stays visible only to its author and reviewers when a reviewer removes a proposal', async () => {
    const headers = { 'if-match': await versionOf(reviewer, path) };
    expect(await statusOf(reviewer, 'PUT', documentPath, { tiles: [] }, headers)).toBe(200);
    expect(await statusOf(anotherAuthor, 'GET', path)).toBe(404);
    expect((await readRecord(author, newMill)).tiles).toEqual([]);
    expect(await activities()).toEqual([]);
  });

  it('can be changed and deleted by its author', async () => {
    const tiles = [nameTile('Windmill'), nameTile('Kite', id(622))];
    expect(await statusOf(author, 'PUT', documentPath, { legacyid: 'ours', tiles })).toBe(200);
    expect(await readRecord(author, newMill)).toMatchObject({ legacyid: 'ours' });
    expect((await readRecord(reviewer, newMill)).tiles).toHaveLength(2);
    expect(await statusOf(author, 'DELETE', path)).toBe(200);
    expect(await statusOf(reviewer, 'GET', path)).toBe(404);
    expect(await activities()).toEqual([]);
  });

  it('is deleted by a reviewer without an activity in the stream', async () => {
    expect(await statusOf(reviewer, 'DELETE', path)).toBe(200);
    expect(await activities()).toEqual([]);
  });
});

describe('the deletion of an accepted resource instance', () => {
  it('is refused with 403 for an account that is not a reviewer, with the advice to ask a reviewer', async () => {
    const answer = await author.sendRequest('DELETE', `/resources/${oldMill}`);
    expect(answer.status).toBe(403);
    expect(z.object({ detail: z.string() }).parse(await answer.json()).detail).toContain(
      'ask a reviewer to delete it',
    );
    expect(await statusOf(reviewer, 'DELETE', `/resources/${oldMill}`)).toBe(200);
  });
});

describe('the version of a resource instance', () => {
  const rename = (who: TestWriter, text: string): Promise<Response> =>
    who.sendRequest('POST', `/api/tiles/${id(601)}`, {
      nodegroup_id: appellation,
      data: { [name]: text },
    });

  it('is changed by a proposal only for its author and for reviewers', async () => {
    const allWriters = [author, anotherAuthor, reviewer, mills.writers.reader];
    const before = await Promise.all(allWriters.map((who) => versionOf(who)));
    const answer = await rename(author, 'Burnt');
    const after = await Promise.all(allWriters.map((who) => versionOf(who)));
    expect(after.map((tag, index) => tag === before[index])).toEqual([false, true, false, true]);
    const versionNumber = (tag = ''): string => tag.split('-')[0] ?? '';
    expect(versionNumber(answer.headers.get('etag') ?? '')).toBe(versionNumber(after[0]));
    const put = async (who: TestWriter, tag = ''): Promise<number> =>
      statusOf(who, 'PUT', recordPath, await readRecord(who), { 'if-match': tag });
    expect(await put(author, before[0])).toBe(412);
    expect(await put(reviewer, before[2])).toBe(412);
    expect(await put(author, after[0])).toBe(200);
    expect(await put(anotherAuthor, after[1])).toBe(200);
    expect(await put(reviewer, after[2])).toBe(200);
  });

  it('is different for any two different states that an account reads', async () => {
    const recordsByVersion = new Map<string, string>();
    const writers = [author, anotherAuthor, reviewer];
    const writerOrder = [0, 1, 2, 0, 0, 1, 2, 2, 1];
    for (const round of writerOrder.keys()) {
      const writer = writers[writerOrder[round] ?? 0] ?? author;
      expect((await rename(writer, `Mill ${round}`)).status).toBe(200);
      for (const [writerNumber, who] of writers.entries()) {
        const record = JSON.stringify(await readRecord(who));
        const version = `${writerNumber} ${(await versionOf(who)).split('-')[0]}`;
        expect([version, recordsByVersion.get(version) ?? record]).toEqual([version, record]);
        recordsByVersion.set(version, record);
      }
    }
  });
});

describe('a tile that has only a proposal', () => {
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
    const stored = await readRecord(reviewer);
    const tiles = stored.tiles.filter(
      ({ nodegroup_id: nodegroupId }) => nodegroupId === appellation,
    );
    await reviewer.sendRequest('PUT', recordPath, { ...stored, tiles });
  });

  it('does not count for cardinality 1 in writes of reviewers until a reviewer has accepted it', async () => {
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(200);
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(632), point))).toBe(422);
    expect(await statusOf(reviewer, 'POST', '/api/tiles', placeTile(id(633), point))).toBe(200);
    const document = await readRecord(reviewer);
    expect(document.tiles.map(({ tileid }) => tileid)).toEqual(
      expect.arrayContaining([id(630), id(633)]),
    );
    expect(await statusOf(reviewer, 'PUT', recordPath, document)).toBe(200);
    expect(await statusOf(reviewer, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(422);
  });

  it('becomes visible to all accounts when a reviewer writes a child tile', async () => {
    expect(await statusOf(author, 'POST', '/api/tiles', placeTile(id(630), point))).toBe(200);
    const child = {
      tileid: id(631),
      nodegroup_id: sightings,
      parenttile_id: id(630),
      data: { [sightings]: '1900' },
      resourceinstance_id: oldMill,
    };
    expect(await statusOf(reviewer, 'POST', '/api/tiles', child)).toBe(200);
    const tiles = (await readRecord(anotherAuthor)).tiles.map(({ tileid }) => tileid);
    expect(tiles).toEqual(expect.arrayContaining([id(630), id(631)]));
  });

  it('does not raise the sort order of a new accepted tile', async () => {
    await author.sendRequest('POST', '/api/tiles', {
      ...nameTile('First', id(640)),
      sortorder: 70,
      resourceinstance_id: oldMill,
    });
    const { tileid: _, sortorder: __, ...tile } = nameTile('Second');
    const answer = await reviewer.sendRequest('POST', '/api/tiles', {
      ...tile,
      resourceinstance_id: oldMill,
    });
    expect(await answer.json()).toMatchObject({ sortorder: 3 });
  });
});
