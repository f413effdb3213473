import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readEditBatches } from '../../../../infra/cli/import/activity/read-edits.ts';
import { readCsv } from '../../../../infra/cli/import/csv/read-csv.ts';
import { readJsonRecords } from '../../../../infra/cli/import/json-file.ts';
import { readRdf } from '../../../../infra/cli/import/rdf/read-rdf.ts';
import { readRecordTexts } from '../../../../infra/cli/import/resources/read-record-texts.ts';
import { collect, writeTemporaryFile } from './chunks.ts';

const readers: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'graph.json': readJsonRecords,
  'records.json': (file) => collect(readRecordTexts(file, false)),
  'damaged.json': (file) => collect(readRecordTexts(file, true)),
  'records.jsonl': (file) => collect(readRecordTexts(file, false)),
  'edits.jsonl': (file) => collect(readEditBatches(file, 0, 10)),
  'thesaurus.rdf': (file) => collect(readRdf(file)),
  'thesaurus.ttl': (file) => collect(readRdf(file)),
  'thesaurus.jsonld': (file) => collect(readRdf(file)),
  'mills.csv': (file) => collect(readCsv(file, { requiredHeading: 'resourceid' })),
};

const text = '{"business_data": {"resources": []}}';
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\0\0'), Buffer.alloc(100)]);
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');

/** What the content of a file is, the extension that is added to its name, and what its problem says. */
const files: readonly (readonly [string, Uint8Array, string, string, RegExp])[] = [
  ['a zip archive', zip, '', 'other_format', /zip archive/],
  ['a packed zip archive', gzipSync(zip), '.gz', 'other_format', /zip archive/],
  ['a zip archive that is named .gz', zip, '.gz', 'other_format', /zip archive/],
  ['a packed file', gzipSync(text), '', 'other_format', /with gzip.*\.gz/],
  ['a file that is packed twice', gzipSync(gzipSync(text)), '', 'other_format', /twice/],
  ['the same, named .gz', gzipSync(gzipSync(text)), '.gz', 'other_format', /twice/],
  ['UTF-16', utf16, '', 'invalid_utf8', /UTF-16/],
  ['packed UTF-16', gzipSync(utf16), '.gz', 'invalid_utf8', /UTF-16/],
  ['big-endian UTF-16', Buffer.from(utf16).swap16(), '', 'invalid_utf8', /UTF-16/],
  ['UTF-16 without a byte order mark', utf16.subarray(2), '', 'invalid_utf8', /UTF-16/],
];

describe('a file that is of another format than its name says', () => {
  it.each(
    files.flatMap((file) => Object.keys(readers).map((name) => [file[0], name, ...file] as const)),
  )('is named for what it is: %s as %s', async (_what, name, _, content, ending, code, message) => {
    const file = await writeTemporaryFile(`${name}${ending}`, content);
    await expect(readers[name]?.(file)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it('is not guessed from text that only looks alike', async () => {
    for (const [index, begin] of ['PK', 'BZh9', '7z', 'Rar!'].entries()) {
      const file = await writeTemporaryFile(`${index}.csv`, `${begin},ResourceID\na,b\n`);
      expect(await readers['mills.csv']?.(file)).toHaveLength(2);
    }
  });
});
