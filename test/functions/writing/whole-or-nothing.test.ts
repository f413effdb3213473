import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { recordOf, refusalOf, type Mills } from './mills.ts';
import { entryId, entryPath, numberTile, register, registerNodes } from './register.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const { number, remark } = registerNodes;
const path = `/resources/${entryId(1)}`;

/** What a request of the Data API holds at most. */
const largestCall = 4 * 1024 * 1024;
const tileCount = 45;
const last = tileCount - 1;
const long = 'long '.repeat(20_000);

/** Tiles that are larger together than a call, each with a number of its own. */
const manyTiles = (words = long) =>
  Array.from({ length: tileCount }, (_, index) => ({
    ...numberTile(3000 + index, `1987.${index}`, `${index} ${words}`),
    sortorder: index,
  }));
type Tile = ReturnType<typeof manyTiles>[number];

/** The same with another one at the end. */
const endingWith = (change: (tile: Tile) => Tile): readonly Tile[] =>
  manyTiles().map((tile, index) => (index === last ? change(tile) : tile));

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(register);
  ({ reviewer } = mills.writers);
});

afterAll(async () => mills?.service.close());

async function reset(): Promise<void> {
  await mills.reset();
  await reviewer.ask('PUT', entryPath(2), { tiles: [numberTile(2202, 'taken')] });
}

function put(document: readonly Tile[] | string): Promise<Response> {
  const body = typeof document === 'string' ? document : JSON.stringify({ tiles: document });
  expect(Buffer.byteLength(body)).toBeGreaterThan(largestCall);
  const to = typeof document === 'string' ? path : entryPath(1);
  return reviewer.ask('PUT', to, body);
}

/** Sends what is refused: nothing of it is stored. */
async function refused(document: readonly Tile[] | string): ReturnType<typeof refusalOf> {
  const before = await mills.traces();
  const told = await refusalOf(await put(document));
  expect(await mills.traces()).toBe(before);
  return told;
}

/** Sends documents whose last value is none, or is taken. */
async function expectRefusedForLastValue(): Promise<void> {
  const spoilt = endingWith((tile) => ({ ...tile, data: { ...tile.data, [remark]: 7 } }));
  expect(await refused(spoilt)).toEqual([
    422,
    'unprocessable_document',
    [`not_a_text /tiles/${last}/data/${remark}`],
  ]);
  const repeated = endingWith((tile) => ({ ...tile, data: { ...tile.data, [number]: 'taken' } }));
  expect(await refused(repeated)).toEqual([
    422,
    'unprocessable_document',
    [`value_not_unique /tiles/${last}`],
  ]);
}

describe('a document that is larger than a call of the database', () => {
  beforeEach(reset);

  it('is stored whole, and read back', async () => {
    expect((await put(manyTiles())).status).toBe(201);
    expect((await recordOf(reviewer, entryId(1))).tiles).toMatchObject(manyTiles());
  });

  it('is refused for its last value, and leaves no trace', expectRefusedForLastValue);

  it('is refused for a last tile that belongs to another resource instance', async () => {
    const [status, code] = await refused(endingWith((tile) => ({ ...tile, tileid: id(601) })));
    expect([status, code]).toEqual([409, 'conflict']);
  });
});

describe('a document that is larger than a call of the database, all of which is there with other values', () => {
  const others = manyTiles(long.replaceAll('long', 'wide'));
  let text: string;

  beforeAll(async () => {
    await reset();
    await put(others);
    text = await (await reviewer.ask('GET', path)).text();
  });

  it('changes nothing where it is what GET gave', async () => {
    const before = await mills.traces();
    expect([(await put(text)).status, await mills.traces()]).toEqual([200, before]);
  });

  it('is refused for its last value, and leaves no trace', expectRefusedForLastValue);

  it('is refused for the last property of its JSON-LD, and leaves no trace', async () => {
    const spoilt = text.replace(/\}$/, ',"https://elsewhere.example/colour":"red"}');
    expect(await refused(spoilt)).toEqual([
      422,
      'unprocessable_document',
      ['unknown_predicate /https:~1~1elsewhere.example~1colour'],
    ]);
  });

  it('is changed whole, and read back', async () => {
    expect((await put(manyTiles())).status).toBe(200);
    expect((await recordOf(reviewer, entryId(1))).tiles).toMatchObject(manyTiles());
  });
});

describe('a document whose JSON-LD is larger than an answer', () => {
  it('is stored where the answer is a success, and not stored where it is an error', async () => {
    await reset();
    const before = await mills.traces();
    const small = Array.from({ length: 16_000 }, (_, index) => ({
      ...numberTile(100_000 + index, '', `${index}`),
      sortorder: index,
    }));
    const { status } = await reviewer.ask('PUT', entryPath(1), { tiles: small });
    const isStored = (await mills.traces()) !== before;
    expect({ status, isStored }).toEqual({ status, isStored: status < 300 });
  });
});
