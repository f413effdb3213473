import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { readRecord, refusalOf, type Mills } from './mills.ts';
import { entryId, entryPath, numberTile, register, registerNodes } from './register.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

const { number, remark } = registerNodes;
const path = `/resources/${entryId(1)}`;

/** The maximum size of a Data API request in bytes. */
const largestCallBytes = 4 * 1024 * 1024;
const tileCount = 45;
const lastIndex = tileCount - 1;
const longText = 'long '.repeat(20_000);

/** Tiles that together are larger than a Data API request, each with its own number. */
const manyTiles = (words = longText) =>
  Array.from({ length: tileCount }, (_, index) => ({
    ...numberTile(3000 + index, `1987.${index}`, `${index} ${words}`),
    sortorder: index,
  }));
type Tile = ReturnType<typeof manyTiles>[number];

/** The many tiles with a change in the last tile. */
const withLastTileChanged = (change: (tile: Tile) => Tile): readonly Tile[] =>
  manyTiles().map((tile, index) => (index === lastIndex ? change(tile) : tile));

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(register);
  ({ reviewer } = mills.writers);
});

afterAll(async () => mills?.service.close());

async function reset(): Promise<void> {
  await mills.reset();
  await reviewer.sendRequest('PUT', entryPath(2), { tiles: [numberTile(2202, 'taken')] });
}

function put(document: readonly Tile[] | string): Promise<Response> {
  const body = typeof document === 'string' ? document : JSON.stringify({ tiles: document });
  expect(Buffer.byteLength(body)).toBeGreaterThan(largestCallBytes);
  const target = typeof document === 'string' ? path : entryPath(1);
  return reviewer.sendRequest('PUT', target, body);
}

/** Sends a document that is refused, and checks that nothing of it is stored. */
async function putRefused(document: readonly Tile[] | string): ReturnType<typeof refusalOf> {
  const before = await mills.traces();
  const refusal = await refusalOf(await put(document));
  expect(await mills.traces()).toBe(before);
  return refusal;
}

/** Sends documents whose last value is invalid, or used in another entry. */
async function expectRefusedForLastValue(): Promise<void> {
  const invalidDocument = withLastTileChanged((tile) => ({
    ...tile,
    data: { ...tile.data, [remark]: 7 },
  }));
  expect(await putRefused(invalidDocument)).toEqual([
    422,
    'unprocessable_document',
    [`not_a_text /tiles/${lastIndex}/data/${remark}`],
  ]);
  const documentWithTakenNumber = withLastTileChanged((tile) => ({
    ...tile,
    data: { ...tile.data, [number]: 'taken' },
  }));
  expect(await putRefused(documentWithTakenNumber)).toEqual([
    422,
    'unprocessable_document',
    [`value_not_unique /tiles/${lastIndex}`],
  ]);
}

describe('a new document that is larger than a Data API call', () => {
  beforeEach(reset);

  it('is stored completely, and can be read', async () => {
    expect((await put(manyTiles())).status).toBe(201);
    expect((await readRecord(reviewer, entryId(1))).tiles).toMatchObject(manyTiles());
  });

  it('is refused for an error in its last value, and nothing is stored', expectRefusedForLastValue);

  it('is refused if its last tile belongs to another resource instance, and nothing is stored', async () => {
    const [status, code] = await putRefused(
      withLastTileChanged((tile) => ({ ...tile, tileid: id(601) })),
    );
    expect([status, code]).toEqual([409, 'conflict']);
  });
});

describe('a document that is larger than a Data API call, whose tiles are stored with other values', () => {
  const tilesWithOtherValues = manyTiles(longText.replaceAll('long', 'wide'));
  let text: string;

  beforeAll(async () => {
    await reset();
    await put(tilesWithOtherValues);
    text = await (await reviewer.sendRequest('GET', path)).text();
  });

  it('changes nothing if it is the document of GET', async () => {
    const before = await mills.traces();
    expect([(await put(text)).status, await mills.traces()]).toEqual([200, before]);
  });

  it('is refused for an error in its last value, and nothing is stored', expectRefusedForLastValue);

  it('is refused for an unknown last property of its JSON-LD, and nothing is stored', async () => {
    const invalidDocument = text.replace(/\}$/, ',"https://elsewhere.example/colour":"red"}');
    expect(await putRefused(invalidDocument)).toEqual([
      422,
      'unprocessable_document',
      ['unknown_predicate /https:~1~1elsewhere.example~1colour'],
    ]);
  });

  it('replaces all values, and can be read', async () => {
    expect((await put(manyTiles())).status).toBe(200);
    expect((await readRecord(reviewer, entryId(1))).tiles).toMatchObject(manyTiles());
  });
});

describe('a document whose JSON-LD is too large for an answer', () => {
  it.runIf(triesAllCases)(
    'is stored if the answer is a success, and not stored if the answer is an error',
    async () => {
      await reset();
      const before = await mills.traces();
      const smallTiles = Array.from({ length: 16_000 }, (_, index) => ({
        ...numberTile(100_000 + index, '', `${index}`),
        sortorder: index,
      }));
      const { status } = await reviewer.sendRequest('PUT', entryPath(1), { tiles: smallTiles });
      const isStored = (await mills.traces()) !== before;
      expect({ status, isStored }).toEqual({ status, isStored: status < 300 });
    },
  );
});
