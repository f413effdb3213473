import { describe, expect, it } from 'vitest';

import { parseRdfXml } from '../../../../../infra/cli/import/rdf/rdf-xml.ts';

const document = (label: string, uri = 'http://example.org/a'): string => `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="${uri}">
    <skos:prefLabel xml:lang="en">${label}</skos:prefLabel>
  </skos:Concept>
  <skos:Concept rdf:about="http://example.org/b">
    <skos:prefLabel xml:lang="en">Salt &amp; vinegar</skos:prefLabel>
  </skos:Concept>
</rdf:RDF>`;

async function* inChunks(text: string, length: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length);
}

const readAll = async (text: string, chunkLength = text.length): Promise<number> => {
  let triples = 0;
  for await (const triple of parseRdfXml(inChunks(text, chunkLength))) {
    expect(triple.subject).toContain('example.org');
    triples += 1;
  }
  return triples;
};

describe('an ampersand of XML that begins no reference', () => {
  it.each([
    ['Fish & Chips', '"& Chips'],
    ['Fish &Chips', '"&Chips'],
    ['AT&T', '"&T<'],
    ['Research &', '"&<'],
    ['R&D team; x', '"&D team;'],
    ['&1;', '"&1;'],
  ])('is named with its line and text: %s', async (label, snippet) => {
    for (const chunkLength of [1, 7, 10_000])
      await expect(readAll(document(label), chunkLength)).rejects.toMatchObject({
        code: 'malformed_rdf_xml',
        message: expect.stringMatching(/^The ampersand in .*&amp;.*\(line 4\)$/),
      });
    await expect(readAll(document(label))).rejects.toThrow(snippet);
  });

  it('is named if no other ampersand follows it, and in an attribute', async () => {
    const last = document('Fish & Chips').replace('&amp;', 'and');
    await expect(readAll(last)).rejects.toThrow('The ampersand in "& Chips');
    const uri = document('Fish', 'http://example.org/?a=1&b=2');
    await expect(readAll(uri)).rejects.toThrow('The ampersand in "&b=2');
  });

  it('is named as a possible cause if it begins an entity that is not declared', async () => {
    await expect(readAll(document('Q&A;'))).rejects.toThrow(
      'The entity &A; is not declared. If the ampersand is part of the text, write &amp; in its place (line 4)',
    );
  });

  it('is text in a CDATA section and a comment', async () => {
    expect(await readAll(document('<![CDATA[Fish & Chips]]><!-- & -->'))).toBe(4);
  });

  it('is not blamed for a file that is cut off', async () => {
    const text = document('Fish &amp; Chips');
    await expect(readAll(text.slice(0, -20))).rejects.toThrow('cut off');
  });
});
