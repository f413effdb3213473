import { describe, expect, it } from 'vitest';

import { readSkosFile } from '../../../../../infra/cli/import/concepts/read-skos.ts';
import { writeTemporaryFile } from '../chunks.ts';

const skos = 'http://www.w3.org/2004/02/skos/core#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** Files that describe one concept, by format. */
const files: Readonly<Record<string, (uri: string) => string>> = {
  'a.rdf': (uri) =>
    `<r:RDF xmlns:r="${rdf}" xmlns:s="${skos}"><s:Concept r:about="${uri}"><s:prefLabel>A</s:prefLabel><s:exactMatch r:resource="${uri}2"/></s:Concept></r:RDF>`,
  'a.ttl': (uri) =>
    `<${uri}> a <${skos}Concept> ; <${skos}prefLabel> "A" ; <${skos}exactMatch> <${uri}2> .`,
  'escaped.ttl': (uri) =>
    files['a.ttl']?.(
      uri.replaceAll(/[^!-~]/gu, (character) => {
        const code = character.codePointAt(0)?.toString(16) ?? '';
        return `\\U${code.padStart(8, '0')}`;
      }),
    ) ?? '',
  'a.jsonld': (uri) =>
    JSON.stringify({
      '@context': { s: skos },
      '@id': uri,
      '@type': 's:Concept',
      's:prefLabel': 'A',
      's:exactMatch': { '@id': `${uri}2` },
    }),
};

describe.each(Object.entries(files))('a URI in a thesaurus in %s', (name, write) => {
  it.each([
    ['a space', 'http://example.org/a b', 'http://example.org/a%20b'],
    ['a space at its beginning', 'http://example.org/ a', 'http://example.org/%20a'],
    [
      'braces and other punctuation',
      'http://example.org/{a}|^`',
      'http://example.org/%7Ba%7D%7C%5E%60',
    ],
    ['a percent sign that is no escape', 'http://example.org/100%', 'http://example.org/100%25'],
  ])('with %s is percent-encoded, with a warning', async (_case, uri, encoded) => {
    const { concepts, problems } = await readSkosFile(await writeTemporaryFile(name, write(uri)));
    expect(concepts.map(({ legacyId }) => legacyId)).toContain(encoded);
    expect(problems.map(({ code }) => code)).toContain('encoded_iri');
    expect(problems.find(({ code }) => code === 'encoded_iri')?.message).toContain(uri);
  });

  it.each([
    'http://example.org/ü',
    'http://example.org/日本語',
    'http://example.org/a%20b',
    'http://example.org/?x=1#y',
    'ark:/67717/T69-1',
    'HTTP://EXAMPLE.ORG/UP',
    'http://example.org/(a)',
  ])('is kept as it is, if it is valid: %s', async (uri) => {
    const content = write(uri.replaceAll('&', '&amp;'));
    const { concepts, problems } = await readSkosFile(await writeTemporaryFile(name, content));
    expect(concepts.map(({ legacyId }) => legacyId)).toContain(uri);
    expect(problems).toEqual([]);
  });
});
