import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readRdf } from '../../../../../infra/cli/import/rdf/read-rdf.ts';
import { collect, writeTemporaryFile } from '../chunks.ts';

const xml = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex/">
  <rdf:Description rdf:about="http://ex/a">
    <ex:name xml:lang="zh-Hant-TW">n</ex:name>
    <ex:size rdf:datatype="http://ex/metres">7</ex:size>
    <ex:part><rdf:Description rdf:about="http://ex/b"><ex:plain xml:lang="">p</ex:plain></rdf:Description></ex:part>
  </rdf:Description>
</rdf:RDF>`;
const turtle = `# A comment first.
@prefix ex: <http://ex/> .
ex:a ex:name "n"@zh-Hant-TW ; ex:size "7"^^ex:metres ; ex:part ex:b . ex:b ex:plain "p" .`;
const nTriples = `<http://ex/a> <http://ex/name> "n"@zh-Hant-TW .
<http://ex/a> <http://ex/size> "7"^^<http://ex/metres> .
<http://ex/a> <http://ex/part> <http://ex/b> .
<http://ex/b> <http://ex/plain> "p" .`;
const jsonLd = JSON.stringify({
  '@context': { ex: 'http://ex/', part: { '@id': 'ex:part', '@type': '@id' } },
  '@id': 'ex:a',
  'ex:name': { '@value': 'n', '@language': 'zh-Hant-TW' },
  'ex:size': { '@value': '7', '@type': 'ex:metres' },
  part: { '@id': 'ex:b', 'ex:plain': 'p' },
});

const literal = (text: string, more: object) => ({
  kind: 'literal',
  text,
  language: null,
  datatype: null,
  ...more,
});
const expected = [
  {
    subject: 'http://ex/a',
    predicate: 'http://ex/name',
    object: literal('n', { language: 'zh-Hant-TW' }),
  },
  {
    subject: 'http://ex/a',
    predicate: 'http://ex/size',
    object: literal('7', { datatype: 'http://ex/metres' }),
  },
  {
    subject: 'http://ex/a',
    predicate: 'http://ex/part',
    object: { kind: 'resource', uri: 'http://ex/b' },
  },
  { subject: 'http://ex/b', predicate: 'http://ex/plain', object: literal('p', {}) },
];

const read = async (name: string, content: string | Uint8Array) =>
  collect(readRdf(await writeTemporaryFile(name, content)));

describe('an RDF file', () => {
  it.each([
    ['a.rdf', xml],
    ['a.xml', xml],
    ['a.skos', xml],
    ['a.ttl', turtle],
    ['a.nt', nTriples],
    ['a.jsonld', jsonLd],
    ['a.json', jsonLd],
  ])('is read in the format of its extension, compressed or not: %s', async (name, content) => {
    const plain = await read(name, content);
    expect(plain).toHaveLength(expected.length);
    expect(plain).toEqual(expect.arrayContaining(expected));
    expect(await read(`${name}.gz`, gzipSync(content))).toEqual(plain);
  });

  it.each([
    ['RDF/XML', xml],
    ['RDF/XML without a declaration', xml.replace('<?xml version="1.0"?>', '\n')],
    ['Turtle', turtle],
    ['N-Triples', nTriples],
    ['JSON-LD', jsonLd],
    ['a list of JSON-LD', `[${jsonLd}]`],
  ])(
    'is read in the format that its first characters show if its extension is unknown: %s',
    async (_, content) => {
      const triples = await read('thesaurus.txt', content);
      expect(triples).toHaveLength(expected.length);
      expect(triples).toEqual(expect.arrayContaining(expected));
    },
  );

  it('in JSON-LD keeps the letter case of a language in the context or in a language map', async () => {
    const document = {
      '@context': {
        '@language': 'en-GB',
        names: { '@id': 'http://ex/names', '@container': '@language' },
      },
      '@id': 'http://ex/a',
      'http://ex/name': 'n',
      names: { 'fr-CA': 'f' },
    };
    expect(await read('a.jsonld', JSON.stringify(document))).toMatchObject([
      { object: { text: 'n', language: 'en-GB' } },
      { object: { text: 'f', language: 'fr-CA' } },
    ]);
  });

  it.each([
    ['a.rdf', xml.slice(0, -20), 'malformed_rdf_xml', /cut off/],
    ['a.ttl', turtle.slice(0, -10), 'malformed_turtle', /line 3/],
    ['a.ttl', `${turtle}\nex:a ex:b <c d> .`, 'malformed_turtle', /line 4/],
    ['a.jsonld', `{\n"a":\n[`, 'malformed_json_ld', /cut off \(byte 8\)/],
    ['a.jsonld', `{"@id": "http://ex/a",, }`, 'malformed_json_ld', /byte 22/],
    [
      'a.ttl',
      '<http://a> <http://b> <<( <http://a> <http://b> <http://c> )>> .',
      'unsupported_triple_term',
      /triple/,
    ],
    ['thesaurus', ' \n', 'empty_file', /empty/],
  ])(
    'such as %s is refused if it is cut off or malformed, with the position of the error',
    async (name, content, code, message) => {
      await expect(read(name, content)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    },
  );

  it('with an unknown context URL is refused without a request, and the error explains what to do', async () => {
    const document = { '@context': 'https://example.org/skos.json', '@id': 'http://ex/a' };
    await expect(read('a.jsonld', JSON.stringify(document))).rejects.toMatchObject({
      code: 'unknown_context',
      message: expect.stringMatching(/https:\/\/example\.org\/skos\.json.*in place of its URL/),
    });
  });

  it('may refer to a context that is part of the service', async () => {
    const document = {
      '@context': 'https://linked.art/ns/v1/linked-art.json',
      id: 'http://ex/a',
      type: 'Type',
    };
    expect(await read('a.jsonld', JSON.stringify(document))).toMatchObject([
      { subject: 'http://ex/a' },
    ]);
  });
});
