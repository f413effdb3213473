import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readAccountsFile } from '../../../../infra/cli/import/accounts/read-accounts.ts';
import { readEditBatches } from '../../../../infra/cli/import/activity/read-edits.ts';
import { FileFormatError } from '../../../../infra/cli/import/file-error.ts';
import { readJsonFile, readWholeText } from '../../../../infra/cli/import/json-file.ts';
import { readOntologyConfiguration } from '../../../../infra/cli/import/ontologies/ontology-config.ts';
import { detectContent } from '../../../../infra/cli/import/package/detect-content.ts';
import { readRdf } from '../../../../infra/cli/import/rdf/read-rdf.ts';
import { readFileBytes } from '../../../../infra/cli/import/read-file.ts';
import { scanRecordTexts } from '../../../../infra/cli/import/resources/read-record-texts.ts';
import { collect, writeTemporaryFile } from './chunks.ts';

const levels = 100_000;
const nestedLists = '['.repeat(levels) + ']'.repeat(levels);
const nestedObjects = (name: string): string =>
  `${`{"${name}":`.repeat(levels)}1${'}'.repeat(levels)}`;

const rdfXml = (content: string, declarations = ''): string =>
  `<!DOCTYPE rdf:RDF [${declarations}]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex/"><ex:a><ex:b>${content}</ex:b></ex:a></rdf:RDF>`;

/** Reads a file with the reader of every importer, and returns the codes of the refusals. */
async function readRefusalCodes(name: string, content: string): Promise<ReadonlySet<string>> {
  const file = await writeTemporaryFile(name, content);
  const readers: readonly (() => Promise<unknown>)[] = [
    () => collect(readRdf(file)),
    () => readJsonFile(file),
    () => readAccountsFile(file),
    () => readOntologyConfiguration(file),
    () => collect(readEditBatches(file, 1, 10)),
    () => collect(scanRecordTexts(readFileBytes(file), false)),
    () => detectContent(file),
  ];
  const codes = new Set<string>();
  for (const read of readers) {
    await read().catch((error: unknown) => {
      if (!(error instanceof FileFormatError)) throw error;
      codes.add(error.code);
    });
  }
  return codes;
}

/** The triples of a file, or the code of the refusal. */
async function readOutcome(name: string, content: string): Promise<unknown> {
  const file = await writeTemporaryFile(name, content);
  return collect(readRdf(file)).catch((error: unknown) =>
    error instanceof FileFormatError ? error.code : error,
  );
}

describe('a file that is nested 100,000 deep', () => {
  it.each([
    ['lists.json', nestedLists],
    ['objects.json', nestedObjects('a')],
    ['contexts.jsonld', nestedObjects('@context')],
    ['resources.json', `{"business_data":{"resources":[${nestedLists}]}}`],
    ['accounts.json', `{"accounts":[${nestedObjects('username')}]}`],
    ['edits.jsonl', `{"edittype":"tile edit","newvalue":${nestedLists}}`],
  ])(
    'is refused as too deep by at least one importer, and crashes no importer: %s',
    async (name, content) => {
      expect(await readRefusalCodes(name, content)).toContain('too_deep');
    },
  );

  it.each([
    ['elements.xml', rdfXml('<ex:a><ex:b>'.repeat(levels) + '</ex:b></ex:a>'.repeat(levels))],
    ['cut-off.xml', rdfXml('<ex:a><ex:b>'.repeat(levels))],
    ['graph.jsonld', `{"@graph":${nestedLists}}`],
  ])('is refused if it is RDF: %s', async (name, content) => {
    expect(await readOutcome(name, content)).toBe('too_deep');
  });

  it.each([
    ['nodes.ttl', `<a> <b> ${'[ <b> '.repeat(levels)} 1 ${']'.repeat(levels)} .`],
    ['collections.ttl', `<a> <b> ${'( '.repeat(levels)}${') '.repeat(levels)} .`],
  ])('is read if it is Turtle, whose parser needs no stack: %s', async (name, content) => {
    expect(await readOutcome(name, content)).toHaveProperty('length');
  });
});

describe('a file with XML entities', () => {
  const nestedEntities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');

  it('is not expanded to a huge text by nested entities ("billion laughs")', async () => {
    const outcome = await readOutcome(
      'laughs.xml',
      rdfXml('&l9;', `<!ENTITY l0 "ha">${nestedEntities}`),
    );
    expect(JSON.stringify(outcome).length).toBeLessThan(1000);
  });

  it.each([
    ['a long text', `<!ENTITY x "${'y'.repeat(100_000)}">`],
    ['a long text after a bracket', `<!ENTITY x ">${'y'.repeat(100_000)}">`],
    ['a long text in apostrophes', `<!ENTITY  x  '>${'y'.repeat(100_000)}' >`],
    ['a file', '<!ENTITY x SYSTEM "file:///etc/passwd">'],
    ['a file, on lines of its own', '<!ENTITY\n x\n SYSTEM\n "file:///etc/passwd">'],
    ['a web address', '<!ENTITY x PUBLIC "-//EX" "http://ex/x">'],
    ['another document type', '<!ENTITY % x SYSTEM "http://ex/x.dtd"> %x;'],
  ])('is refused if an entity is %s', async (_, declaration) => {
    expect(await readOutcome('a.xml', rdfXml('&x;'.repeat(1000), declaration))).toBe(
      'unsafe_entity',
    );
  });

  it('is read without the external file that its document type names', async () => {
    const content = rdfXml('text').replace('[]', 'SYSTEM "file:///etc/passwd"');
    expect(await readOutcome('a.xml', content)).toMatchObject([{}, { object: { text: 'text' } }]);
  });
});

describe('a file that becomes too large', () => {
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));

  it.each([
    ['a.json.gz', readJsonFile],
    ...['a.xml.gz', 'a.ttl.gz', 'a.jsonl.gz'].map(
      (name) => [name, (file: string) => collect(readRdf(file))] as const,
    ),
  ] as const)('is refused if it is a decompression bomb: %s', async (name, read) => {
    const file = await writeTemporaryFile(name, bomb);
    await expect(read(file)).rejects.toMatchObject({
      code: 'gzip_bomb',
      message: expect.stringContaining('unpack it and import'),
    });
  });

  it('is unpacked if it is small, however strongly it is compressed', async () => {
    const file = await writeTemporaryFile('a.json.gz', gzipSync(`[${'1,'.repeat(1_000_000)}1]`));
    expect(await readJsonFile(file)).toHaveLength(1_000_001);
  });

  it('is refused if it is larger than the limit for a file that is read as one text', async () => {
    const file = await writeTemporaryFile('a.json', '[1, 2, 3]');
    await expect(readWholeText(file, 8)).rejects.toMatchObject({ code: 'file_too_large' });
    expect(await readWholeText(file, 9)).toBe('[1, 2, 3]');
  });
});
