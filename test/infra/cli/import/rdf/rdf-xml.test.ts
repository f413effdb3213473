import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseRdfXml, readRdfXml } from '../../../../../infra/cli/import/rdf/rdf-xml.ts';
import { collect, writeTemporaryFile } from '../chunks.ts';

const NAMESPACES = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex/"';

function rdfXml(content: string, documentType = ''): string {
  return `<?xml version="1.0"?>${documentType}<rdf:RDF ${NAMESPACES}>${content}</rdf:RDF>`;
}

async function* streamTexts(...texts: readonly string[]) {
  yield* texts;
}

const parse = (...texts: readonly string[]) => collect(parseRdfXml(streamTexts(...texts)));

describe('a text of an RDF/XML file', () => {
  it.each([
    ['CDATA within a text', 'A <![CDATA[& B]]> C', 'A & B C'],
    ['CDATA on a line of its own', '\n<![CDATA[B]]>\n', '\nB\n'],
    ['a comment', 'A &amp; B<!-- c --> D', 'A & B D'],
    ['a processing instruction', 'A<?pi x?> B', 'A B'],
  ])('is read whole: %s', async (_, source, text) => {
    const content = `<rdf:Description rdf:about="http://a"><ex:name>${source}</ex:name></rdf:Description>`;
    const triples = await parse(rdfXml(content));
    expect(triples.map(({ object }) => object)).toEqual([
      { kind: 'literal', text, language: null, datatype: null },
    ]);
  });
});

describe('the triples of an RDF/XML file', () => {
  it('have a subject, a predicate and an object as plain data', async () => {
    const content =
      '<ex:Thing rdf:about="http://a"><ex:part rdf:resource="http://b"/><ex:name>n</ex:name></ex:Thing>';
    expect(await parse(rdfXml(content))).toEqual([
      {
        subject: 'http://a',
        predicate: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
        object: { kind: 'resource', uri: 'http://ex/Thing' },
      },
      {
        subject: 'http://a',
        predicate: 'http://ex/part',
        object: { kind: 'resource', uri: 'http://b' },
      },
      {
        subject: 'http://a',
        predicate: 'http://ex/name',
        object: { kind: 'literal', text: 'n', language: null, datatype: null },
      },
    ]);
  });

  it.each([
    ['on the property', '<ex:name xml:lang="en-US">n</ex:name>', 'en-US'],
    ['on an element above', '<ex:name>n</ex:name>', 'zh-Hant'],
    ['empty on the property', '<ex:name xml:lang="">n</ex:name>', null],
  ])('keep the letter case of the language: %s', async (_where, property, language) => {
    const content = `<rdf:Description rdf:about="http://a" xml:lang="zh-Hant">${property}</rdf:Description>`;
    expect(await parse(rdfXml(content))).toMatchObject([{ object: { text: 'n', language } }]);
  });

  it('contain the text of entities that the file declares', async () => {
    const documentType = '<!DOCTYPE rdf:RDF [<!ENTITY ex "http://ex/">]>';
    const content =
      '<rdf:Description rdf:about="&ex;a"><ex:is rdf:resource="&ex;b"/></rdf:Description>';
    expect(await parse(rdfXml(content, documentType))).toMatchObject([{ subject: 'http://ex/a' }]);
  });

  it('are the same wherever the file is cut into chunks', async () => {
    const content =
      '<rdf:Description rdf:about="http://a"><ex:name xml:lang="el">Αθήνα 𝄞 &amp; co</ex:name></rdf:Description>';
    const text = rdfXml(content);
    const whole = await parse(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), async (position) => {
        const file = Buffer.from(text);
        const decoder = new TextDecoder();
        const halves = [file.subarray(0, position), file.subarray(position)];
        expect(
          await parse(...halves.map((half) => decoder.decode(half, { stream: true }))),
        ).toEqual(whole);
      }),
    );
  });

  it('are also read from gzip files', async () => {
    const content = '<rdf:Description rdf:about="http://a"><ex:name>n</ex:name></rdf:Description>';
    const file = await writeTemporaryFile('a.xml.gz', gzipSync(rdfXml(content)));
    expect(await collect(readRdfXml(file))).toHaveLength(1);
  });
});

describe('an unusable RDF/XML file', () => {
  it.each([
    ['cut off', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a'],
    ['cut off between elements', rdfXml('').replace('</rdf:RDF>', '')],
    ['empty', ''],
    ['no XML', '{"graph": []}'],
    ['with crossed elements', rdfXml('<ex:a></ex:b>')],
    ['with an unknown entity', rdfXml('<ex:a ex:b="&unknown;"/>')],
  ])('is refused: %s', async (_fault, text) => {
    await expect(parse(text)).rejects.toMatchObject({ code: 'malformed_rdf_xml' });
  });

  it.each([
    ['a file', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['a web address', '<!DOCTYPE r [<!ENTITY x PUBLIC "p" "http://ex/x">]>'],
    ['parameters', '<!DOCTYPE r [<!ENTITY % x "y">]>'],
    ['a long text', `<!DOCTYPE r [<!ENTITY x "${'y'.repeat(2000)}">]>`],
  ])('is refused when it declares an entity of %s', async (_kind, documentType) => {
    await expect(parse(rdfXml('', documentType))).rejects.toMatchObject({ code: 'unsafe_entity' });
  });

  it('is refused when it is not UTF-8', async () => {
    const file = await writeTemporaryFile('a.xml', Buffer.from([0x3c, 0xff, 0xfe]));
    await expect(collect(readRdfXml(file))).rejects.toMatchObject({ code: 'invalid_utf8' });
  });
});
