import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { scanRecordTexts } from '../../../../../infra/cli/import/resources/read-record-texts.ts';
import { readRecordBatches } from '../../../../../infra/cli/import/resources/read-record-batches.ts';
import { DuplicateDetector } from '../../../../../infra/cli/import/resources/duplicate-detector.ts';
import { NAME } from '../graphs/example.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { withTemporaryFolder } from '../../../../support/temporary-file.ts';
import { collect, cutAt } from '../chunks.ts';
import { monument, tile } from '../monuments.ts';

const createTiles = (number: number) =>
  [1, 2].map((part) => tile(10 * number + part, NAME, { [NAME]: `"[${part}]}", \\ é` }));
const allTiles = [1, 2, 3].flatMap(createTiles);
const records = [1, 2, 3].map((number) => monument(number, createTiles(number)));
const texts = records.map((record) => JSON.stringify(record));

const shapes: readonly (readonly [name: string, text: string])[] = [
  ['list.json', `[${texts.join(', ')}]`],
  ['nested.json', `{"business_data": {"resources": [${texts.join(',\n')}], "relations": []}}`],
  ['lines.jsonl', `${texts.join('\n')}\n`],
];

/** The ids of the tiles that an import with `salvage` takes from a file. */
async function salvageTileIds(name: string, content: Uint8Array): Promise<ReadonlySet<string>> {
  const context = { report: silentReport, strict: false, salvage: true };
  const batches = await withTemporaryFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return collect(readRecordBatches(file, context, new DuplicateDetector()));
  });
  return new Set(
    batches.flatMap(({ records: readRecords }) =>
      readRecords.flatMap(({ record }) => record.tiles.map(({ tile_id: id }) => id as string)),
    ),
  );
}

const silentReport = {
  add: () => undefined,
  errors: () => 0,
  warnings: () => 0,
  first: () => [],
  close: () => undefined,
};

/** The ids of the tiles whose text is completely in the first bytes of a text. */
function findTilesEndingWithin(text: string, bytes: number): readonly string[] {
  return allTiles.flatMap((tileRecord) => {
    const tileText = JSON.stringify(tileRecord);
    const end = Buffer.byteLength(text.slice(0, text.indexOf(tileText) + tileText.length));
    return end <= bytes ? [String(tileRecord['tileid'])] : [];
  });
}

describe('a file that is cut off', () => {
  const step = triesAllCases ? 11 : 31;

  it.each(shapes)('yields every complete tile, wherever %s is cut', async (name, text) => {
    const bytes = Buffer.from(text);
    for (let position = 0; position < bytes.length; position += step) {
      const foundIds = await salvageTileIds(name, bytes.subarray(0, position));
      expect([...foundIds], `cut at ${position}`).toEqual(
        expect.arrayContaining([...findTilesEndingWithin(text, position)]),
      );
    }
  });

  it.each(shapes)('yields every complete tile if %s is compressed', async (name, text) => {
    // Without compression, the text follows the headers as it is, so that the readable part is known.
    const packed = gzipSync(text, { level: 0 });
    const headerLength = packed.indexOf(text.slice(0, 20));
    for (let position = headerLength; position < packed.length; position += 101) {
      const foundIds = await salvageTileIds(`${name}.gz`, packed.subarray(0, position));
      expect([...foundIds], `cut at ${position}`).toEqual(
        expect.arrayContaining([...findTilesEndingWithin(text, position - headerLength)]),
      );
    }
  });
});

describe('a file with an error between its records', () => {
  it.each([
    ['missing commas between records', `[${texts.join(' ')}]`],
    ['words between records', `[${texts.join(', oops, ')}]`],
    ['extra closing brackets between records', `[${texts.join('}, ')}]`],
    ['a list that ends after the first record', `[${texts.join('], ')}]`],
    ['extra commas', `[${texts.join(',, ')},]`],
    ['a missing end', `{"business_data": {"resources": [${texts.join(',')}`],
  ])('yields all tiles in spite of %s', async (_what, text) => {
    const foundIds = await salvageTileIds('faulty.json', Buffer.from(text));
    expect(foundIds.size).toBe(6);
  });

  it('reports the first error after all records', async () => {
    const read = scanRecordTexts(cutAt(Buffer.from(`[${texts.join(' ')}]`), []), true);
    for (const text of texts) expect((await read.next()).value).toMatchObject({ text });
    await expect(read.next()).rejects.toMatchObject({
      code: 'malformed_json',
      message: expect.stringContaining('A comma or closing bracket is missing'),
    });
  });

  it('yields the same records wherever its bytes are cut into chunks', async () => {
    const text = Buffer.from(`[${texts.join('} oops {')}`);
    const whole = await scanTexts(text, []);
    for (let position = 0; position <= text.length; position += 1)
      expect(await scanTexts(text, [position])).toEqual(whole);
  });
});

async function scanTexts(
  bytes: Uint8Array,
  positions: readonly number[],
): Promise<readonly string[]> {
  const foundTexts: string[] = [];
  try {
    for await (const { text } of scanRecordTexts(cutAt(bytes, positions), true))
      foundTexts.push(text);
  } catch {
    // The error is thrown after the last record.
  }
  return foundTexts;
}
