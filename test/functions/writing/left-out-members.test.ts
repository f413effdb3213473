import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, tileOf, type Mills, type TileRecord } from './mills.ts';
import type { TestWriter } from './writers.ts';

const { appellation, name } = millNodes;
const newMill = id(7700);
const path = `/resources/mill/${newMill}?format=service-json`;

let mills: Mills;
let reviewer: TestWriter;
let author: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer, author } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await reviewer.sendRequest('DELETE', `/resources/${newMill}`);
});

afterAll(async () => mills?.service.close());

/** The tile of a name, without members that a document may leave out. */
const named = (text: string, members: object = {}): object => ({
  nodegroup_id: appellation,
  parenttile_id: null,
  data: { [name]: text },
  ...members,
});

async function put(tiles: readonly object[], query = ''): Promise<readonly TileRecord[]> {
  const answer = await reviewer.sendRequest('PUT', `${path}${query}`, { tiles });
  expect(answer.status).toBeLessThan(300);
  return (await readRecord(reviewer, newMill)).tiles;
}

const names = (tiles: readonly TileRecord[]): readonly unknown[] =>
  tiles.map(({ data }) => data[name]);

describe('a PUT of tile records', () => {
  it('stores tiles without sort orders in the order of the document, and keeps it when repeated', async () => {
    const tiles = [named('B', { tileid: id(7802) }), named('A', { tileid: id(7801) })];
    const stored = await put(tiles);
    expect(names(stored)).toEqual(['B', 'A']);
    const before = await mills.traces();
    expect(await put(tiles)).toEqual(stored);
    expect(await mills.traces()).toBe(before);
  });

  it('keeps the stored sort orders that a document leaves out, also for an author who can propose only values', async () => {
    const { tiles: stored } = await readRecord(reviewer);
    const tiles = stored.map((tile) => ({ ...tile, sortorder: undefined }));
    const before = await mills.traces();
    for (const writer of [reviewer, author]) {
      const answer = await writer.sendRequest('PUT', recordPath, { tiles });
      expect(answer.status).toBe(200);
    }
    expect(await mills.traces()).toBe(before);
  });

  it('stores tiles without ids once, however often it is repeated', async () => {
    const tiles = [named('One'), named('Two')];
    const stored = await put(tiles);
    const before = await mills.traces();
    expect(await put(tiles)).toEqual(stored);
    expect(await mills.traces()).toBe(before);
  });

  it('stores a tile without an id beside the tiles whose ids it names', async () => {
    const [, second] = await put([named('One'), named('Two')]);
    expect(names(await put([second ?? {}, named('Three')]))).toEqual(['Two', 'Three']);
  });

  it('adds a tile without an id to those that missing=keep keeps', async () => {
    await put([named('One'), named('Two')]);
    expect(names(await put([named('Three')], '&missing=keep'))).toEqual(['One', 'Two', 'Three']);
  });
});

describe('a new tile', () => {
  it('is stored after a tile with the largest sort order', async () => {
    for (const members of [{ sortorder: 2 ** 31 - 1 }, {}, {}]) {
      const tile = named('Last', { ...members, resourceinstance_id: oldMill });
      expect((await reviewer.sendRequest('POST', '/api/tiles', tile)).status).toBe(200);
    }
    const { tiles } = await readRecord(reviewer);
    expect(tiles.filter(({ sortorder }) => sortorder === 2 ** 31 - 1)).toHaveLength(3);
  });

  it('is refused if a language tag is too long for the index of languages', async () => {
    const parts = Array.from({ length: 900 }, (_, number) => `-a${number.toString(36)}bcdef`);
    const text = { [`en${parts.join('')}`]: { value: 'Mill', direction: 'ltr' } };
    const { tileid } = tileOf(await readRecord(reviewer));
    const answer = await reviewer.sendRequest('POST', `/api/tiles/${tileid}`, {
      nodegroup_id: appellation,
      data: { [name]: text },
    });
    expect(answer.status).toBe(422);
  });
});
