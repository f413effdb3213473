import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readRecordBatches } from '../../../../../infra/cli/import/resources/read-record-batches.ts';
import { DuplicateDetector } from '../../../../../infra/cli/import/resources/duplicate-detector.ts';
import { collect, writeTemporaryFile } from '../chunks.ts';
import { namedMonument, resourceId } from '../monuments.ts';

/** Reads a file of the given content. `?` stands for a byte that is never part of UTF-8. */
async function readText(name: string, text: string, strict = false) {
  const bytes = Buffer.from(text.replaceAll('?', '\u00FF'), 'latin1');
  return readContent(name, bytes, strict);
}

async function readContent(name: string, bytes: Uint8Array, strict = false) {
  const file = await writeTemporaryFile(name, bytes);
  const batches = await collect(
    readRecordBatches(file, { strict, salvage: false }, new DuplicateDetector()),
  );
  return {
    pointers: batches.flatMap(({ records }) => records.map(({ pointer }) => pointer)),
    leftOut: batches.reduce((sum, batch) => sum + batch.leftOut, 0),
    problems: batches.flatMap(({ problems }) => problems),
  };
}

const [first, faulty, last] = [
  namedMonument(1, 'First'),
  namedMonument(2, '?'),
  namedMonument(3, 'Last'),
].map((record) => JSON.stringify(record));

describe('the records that are read', () => {
  it.each([
    ['data.jsonl', `${first}\n\n${faulty}\n${last}`, ''],
    ['data.json', `[${first},\n\n${faulty},\n${last}]`, ''],
    [
      'nested.json',
      `{"business_data": {"resources": [${first},\n\n${faulty},\n${last}]}}`,
      '/business_data/resources',
    ],
  ])(
    'of %s are all except the one that is not UTF-8, which is reported',
    async (name, text, base) => {
      const { pointers, leftOut, problems } = await readText(name, text);
      expect(pointers).toEqual([`${base}/0`, `${base}/2`]);
      expect(leftOut).toBe(1);
      expect(problems).toEqual([
        {
          severity: 'error',
          code: 'invalid_utf8',
          pointer: `${base}/1`,
          message: 'The record that begins on line 3 is not UTF-8 text. Save it as UTF-8.',
          record: resourceId(2),
        },
      ]);
    },
  );

  it('are all except the one that is not JSON, which is reported with its line', async () => {
    const { pointers, problems } = await readText('data.jsonl', `${first}\n\n{"a":\n${last}`);
    expect(pointers).toEqual(['/0', '/2']);
    expect(problems).toMatchObject([
      {
        code: 'malformed_json',
        pointer: '/1',
        message: expect.stringMatching(/^The record that begins on line 3 is not JSON: [^(]+$/),
      },
    ]);
  });

  it('are all except the one that is neither UTF-8 nor JSON, which is reported once', async () => {
    const { pointers, problems } = await readText('data.jsonl', `${first}\n{"?\n${last}`);
    expect(pointers).toEqual(['/0', '/2']);
    expect(problems.map(({ code }) => code)).toEqual(['invalid_utf8']);
  });
});

describe('the last problem of a file', () => {
  it('says that the rest was not read if a document is damaged', async () => {
    const { pointers, problems } = await readText('data.json', `[${first} ${last}]`);
    expect(pointers).toEqual(['/0']);
    expect(problems).toMatchObject([
      {
        code: 'malformed_json',
        message: expect.stringMatching(/\)\. The rest of the file was not read\.$/),
      },
    ]);
  });

  it('says that the rest was not read if a compressed file is damaged', async () => {
    const packed = gzipSync(`${first}\n${last}`);
    const { problems } = await readContent('data.jsonl.gz', packed.subarray(0, packed.length - 12));
    expect(problems).toMatchObject([
      {
        code: 'damaged_gzip',
        message: 'The gzip file is cut off or damaged. The rest of the file was not read.',
      },
    ]);
  });

  it('does not mention the rest of a file without records', async () => {
    const { problems } = await readText('data.json', '{}');
    expect(problems).toMatchObject([
      { code: 'no_records', message: expect.not.stringContaining('rest of the file') },
    ]);
  });

  it('is the problem of the first record that is not UTF-8 in a strict import', async () => {
    const { pointers, problems } = await readText('data.jsonl', `${faulty}\n${last}`, true);
    expect(pointers).toEqual([]);
    expect(problems).toMatchObject([{ code: 'invalid_utf8', pointer: '/0' }]);
  });
});
