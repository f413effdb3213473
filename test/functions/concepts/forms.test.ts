import { readFileSync } from 'node:fs';

import jsonld from 'jsonld';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  rdfFormatDescriptions,
  rdfFormatNames,
  type RdfFormatName,
} from '../../../lib/rdf/formats.ts';
import { parseStatements } from '../../lib/rdf/outside-parsers.ts';
import { findBrokenShapes } from '../../lib/rdf/shapes.ts';
import { queryColumn } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { testPackages } from '../../support/test-packages.ts';
import { concept, id } from './thesaurus.ts';
import { valueId, writeWaterworks } from './waterworks.ts';
import { takeSample } from '../../support/random/take-sample.ts';

const scheme = id(1);
const mill = id(4);
const miller = id(9);
const mentionedConcept = id(30);
const conceptInCycle = id(40);
const orderedCollection = id(50);

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeWaterworks(service.stack);
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function textOf(conceptId: string, format: string, query = ''): Promise<string> {
  const response = await service.fetch(`/rdm/concepts/${conceptId}?format=${format}${query}`);
  const text = await response.text();
  expect(response.status).toBe(200);
  return text;
}

const readTriples = async (conceptId: string, query = ''): Promise<readonly string[]> =>
  parseStatements('turtle', await textOf(conceptId, 'turtle', query));

const skos = (name: string): string => `<http://www.w3.org/2004/02/skos/core#${name}>`;
const uri = (conceptId: string): string => `<${baseUrl}/concepts/${conceptId}>`;

describe('the format of a concept', () => {
  it.each([
    ['', {}, 'application/ld+json'],
    ['', { accept: '*/*' }, 'application/ld+json'],
    ['', { accept: 'application/json' }, 'application/json'],
    ['', { accept: 'text/turtle' }, 'text/turtle; charset=utf-8'],
    ['', { accept: 'application/rdf+xml' }, 'application/rdf+xml'],
    ['', { 'x-arches-format': 'json' }, 'application/json'],
    ['?format=n-triples', { accept: 'text/turtle' }, 'application/n-triples'],
    ['?format=xml', {}, 'application/xml'],
  ])('is chosen by parameter, header and Accept: "%s" %j', async (query, headers, expected) => {
    const response = await service.fetch(`/rdm/concepts/${mill}${query}`, { headers });
    await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expected]);
  });

  it('has working links to the other formats, with the same parameters', async () => {
    const response = await service.fetch(
      `/rdm/concepts/${mill}?depthlimit=1&includerelatedconcepts=0`,
    );
    const links = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="alternate"/g)];
    expect(links).toHaveLength(5);
    for (const [, link = ''] of links) {
      expect(link).toContain('depthlimit=1');
      expect(link).toContain('includerelatedconcepts=false');
      expect((await service.fetch(link.slice(baseUrl.length))).status).toBe(200);
    }
  });

  it('needs one Data API call, whichever format it is', async () => {
    for (const format of ['json', ...rdfFormatNames]) {
      expect(await service.countCalls(() => textOf(scheme, format))).toBe(1);
    }
  });
});

describe('a concept in JSON, checked by hand against the specification', () => {
  it.each([
    ['a scheme', 'scheme', scheme],
    ['a concept below two others, with a related concept and a mapping', 'concept-under-two', mill],
    [
      'a concept with a related concept and a mapping to a concept that is only mentioned',
      'related-concept',
      miller,
    ],
    ['a concept in a cycle', 'circle', conceptInCycle],
    ['a concept that is only mentioned', 'mentioned-concept', mentionedConcept],
  ])('is equal to its golden file: %s', async (_title, file, conceptId) => {
    const golden = new URL(`./golden/${file}.json`, import.meta.url);
    const document: unknown = JSON.parse(await textOf(conceptId, 'json'));
    expect(document).toStrictEqual(JSON.parse(readFileSync(golden, 'utf8')));
    expect(concept.parse(document)).toStrictEqual(document);
  });
});

describe('a concept as SKOS', () => {
  it('has the same statements in all four formats, as third-party parsers read them', async () => {
    for (const conceptId of [
      scheme,
      mill,
      miller,
      conceptInCycle,
      mentionedConcept,
      id(52),
      id(60),
    ]) {
      const expected = await readTriples(conceptId);
      expect(expected.length).toBeGreaterThan(0);
      for (const format of rdfFormatNames) {
        expect(await parseStatements(format, await textOf(conceptId, format))).toEqual(expected);
      }
    }
  });

  it('has the same statements in all four formats if an ordered list has blank nodes', async () => {
    const documents = await Promise.all(
      rdfFormatNames.map(async (format) =>
        canonicalize(format, await textOf(orderedCollection, format)),
      ),
    );
    expect(documents[0]).toContain('memberList');
    expect(new Set(documents).size).toBe(1);
  });

  it('has plain literals, with their languages', async () => {
    expect(await readTriples(mill)).toEqual(
      expect.arrayContaining([
        `${uri(mill)} ${skos('prefLabel')} "Mühle"@de .`,
        `${uri(mill)} ${skos('hiddenLabel')} "Grinding house"@en .`,
        `${uri(mill)} ${skos('definition')} "Eine Maschine, die mahlt."@de .`,
        `${uri(mill)} ${skos('notation')} "W.4" .`,
        `${uri(mill)} <http://purl.org/dc/terms/identifier> "http://example.org/waterworks/mill" .`,
        `${uri(id(5))} <${baseUrl}/rdm/concepts#sortorder> "10" .`,
      ]),
    );
  });

  it('has the title and the top concepts of a scheme, and the scheme of every concept', async () => {
    const triples = await readTriples(scheme);
    expect(triples).toEqual(
      expect.arrayContaining([
        `${uri(scheme)} <http://purl.org/dc/terms/title> "Wasserbauten"@de .`,
        `${uri(scheme)} ${skos('hasTopConcept')} ${uri(id(2))} .`,
        `${uri(id(2))} ${skos('topConceptOf')} ${uri(scheme)} .`,
        `${uri(id(7))} ${skos('inScheme')} ${uri(scheme)} .`,
      ]),
    );
    expect(triples.filter((line) => line.includes(skos('inScheme')))).toHaveLength(8);
  });

  it('contains each concept once, even if it is below two others', async () => {
    const turtle = await textOf(scheme, 'turtle');
    expect(turtle.split(`\n${uri(mill)} a `)).toHaveLength(2);
    const triples = await readTriples(scheme);
    expect(triples.filter((line) => line.startsWith(`${uri(mill)} ${skos('broader')}`))).toEqual([
      `${uri(mill)} ${skos('broader')} ${uri(id(2))} .`,
      `${uri(mill)} ${skos('broader')} ${uri(id(3))} .`,
    ]);
  });

  it('has a mapping in the documents of both concepts, but describes the target only in its own', async () => {
    expect(await readTriples(mentionedConcept)).toEqual(
      expect.arrayContaining([
        `${uri(mentionedConcept)} ${skos('exactMatch')} ${uri(mill)} .`,
        `${uri(mill)} ${skos('prefLabel')} "Mill"@en .`,
      ]),
    );
    expect(
      (await readTriples(mill)).filter((line) => line.startsWith(uri(mentionedConcept))),
    ).toEqual([]);
  });

  it('has the sub, parent and related concepts that the parameters include', async () => {
    const listSubjects = async (query: string): Promise<readonly string[]> => {
      const triples = await readTriples(mill, query);
      return [...new Set(triples.map((line) => line.slice(0, line.indexOf(' '))))];
    };
    const withoutRelatives =
      '&includesubconcepts=0&includeparentconcepts=0&includerelatedconcepts=0';
    expect(await listSubjects(withoutRelatives)).toEqual([uri(mill)]);
    expect(
      await listSubjects(
        `${withoutRelatives}&includeparentconcepts=1`.replace('parentconcepts=0&', 'x=0&'),
      ),
    ).toEqual([1, 2, 3, 4].map((number) => uri(id(number))));
    const onlySubConcepts = '&includeparentconcepts=false&includerelatedconcepts=false';
    expect(await listSubjects(`${onlySubConcepts}&depthlimit=1`)).toEqual(
      [4, 5, 6].map((n) => uri(id(n))),
    );
    expect(await listSubjects(`${onlySubConcepts}&depthlimit=12`)).toEqual(
      [4, 5, 6, 7, 8].map((n) => uri(id(n))),
    );
  });

  it('has the members of a collection, in order if the collection is ordered', async () => {
    expect((await readTriples(id(52))).filter((line) => line.includes(skos('member')))).toEqual([
      `${uri(id(52))} ${skos('member')} ${uri(id(2))} .`,
      `${uri(id(52))} ${skos('member')} ${uri(id(3))} .`,
    ]);
    const turtle = await textOf(orderedCollection, 'turtle');
    const list = [...turtle.matchAll(/rdf:first <[^>]*-0*(\d+)>/g)].map(([, number]) => number);
    expect(list).toEqual(['6', '5']);
  });
});

describe('the SHACL shapes of SKOS', () => {
  it('are met by every concept of the waterworks', async () => {
    for (const conceptId of await queryColumn(service, 'select concept_id::text from concept')) {
      expect(findBrokenShapes(await textOf(conceptId, 'json-ld'))).toEqual([]);
    }
  });

  it.each([
    [
      'two preferred labels in a language',
      'http://www.w3.org/2004/02/skos/core#prefLabel',
      { '@value': 'Other', '@language': 'en' },
    ],
    ['a scheme that is a concept', '@type', 'http://www.w3.org/2004/02/skos/core#ConceptScheme'],
    [
      'a text that is a JSON object',
      'http://www.w3.org/2004/02/skos/core#scopeNote',
      '{"id":"1","value":"Mill"}',
    ],
    [
      'a label that is both preferred and alternative',
      'http://www.w3.org/2004/02/skos/core#altLabel',
      { '@value': 'Mill', '@language': 'en' },
    ],
  ])('are violated by %s', async (_title, key, wrongValue) => {
    const document: Record<string, unknown> = JSON.parse(await textOf(mill, 'json-ld'));
    const mistake = { '@id': `${baseUrl}/concepts/${mill}`, [key]: wrongValue };
    const graph = document['@graph'];
    const text = JSON.stringify({
      ...document,
      '@graph': [...(Array.isArray(graph) ? graph : []), mistake],
    });
    expect(findBrokenShapes(text).length).toBeGreaterThan(0);
  });
});

describe('the entity tag', () => {
  const fetchMill = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(`/rdm/concepts/${mill}${query}`, { headers });
  const tagOf = async (query = ''): Promise<string> =>
    (await fetchMill(query)).headers.get('etag') ?? '';

  it.each(['json', ...rdfFormatNames])(
    'leads to a 304 without a body, with one call: %s',
    async (format) => {
      const tag = await tagOf(`?format=${format}`);
      expect(tag).toMatch(/^"[\da-f]{22}"$/);
      const calls = await service.countCalls(async () => {
        const again = await fetchMill(`?format=${format}`, { 'if-none-match': tag });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
          304,
          '',
          tag,
        ]);
      });
      expect(calls).toBe(1);
    },
  );

  it('differs between formats, depth limits, languages and indents', async () => {
    const queries = [
      '',
      '?format=json',
      '?format=turtle',
      '?depthlimit=1',
      '?lang=de',
      '?indent=1',
    ];
    const tags = await Promise.all(queries.map((query) => tagOf(query)));
    expect(new Set(tags).size).toBe(queries.length);
  });

  it.each([
    [
      'a label of a concept below it',
      `update concept_value set value = value || ' ' where value_id = '${valueId(24)}'`,
    ],
    [
      'a relation',
      `delete from concept_relation where from_concept_id = '${id(4)}' and relation_type = 'exactMatch'`,
    ],
    [
      'a concept',
      `update concept set legacy_id = 'http://example.org/x' where concept_id = '${id(6)}'`,
    ],
  ])('changes with %s', async (_title, statement) => {
    const before = await tagOf();
    await service.stack.owner.write(rawSql(statement));
    const after = await fetchMill('', { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before);
    await after.text();
  });

  it('is accompanied by Last-Modified, the time of the last change of the thesaurus', async () => {
    await service.stack.owner.write(
      rawSql(
        "update last_change set changed_at = '2020-05-17T10:00:00.5Z' where subject = 'thesaurus'",
      ),
    );
    const response = await fetchMill('');
    const lastModified = response.headers.get('last-modified') ?? '';
    expect(lastModified).toBe('Sun, 17 May 2020 10:00:00 GMT');
    expect((await fetchMill('', { 'if-modified-since': lastModified })).status).toBe(304);
    expect(
      (await fetchMill('', { 'if-modified-since': 'Sun, 17 May 2020 09:59:59 GMT' })).status,
    ).toBe(200);
  });

  it('is not sent for an unknown concept, whatever the condition is', async () => {
    for (const header of [
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Sun, 17 May 2099 10:00:00 GMT' },
    ]) {
      const response = await service.fetch(`/rdm/concepts/${id(404)}`, { headers: header });
      expect([response.status, response.headers.get('etag')]).toEqual([404, null]);
    }
  });
});

describe.each(testPackages)('the thesauri of $name', ({ content }) => {
  let packageService: TestService;

  beforeAll(async () => {
    packageService = await openTestService(content);
    await packageService.openToGuest();
  });

  afterAll(async () => packageService?.close());

  it('meet the SHACL shapes, and have the same statements in all four formats', async () => {
    const schemes = await queryColumn(
      packageService,
      "select concept_id::text from concept where node_type = 'ConceptScheme'",
    );
    for (const conceptId of takeSample(schemes, 1)) {
      const texts = await Promise.all(
        rdfFormatNames.map(async (format) => {
          const response = await packageService.fetch(
            `/rdm/concepts/${conceptId}?format=${format}`,
          );
          return { format, text: await response.text() };
        }),
      );
      const statementLists = await Promise.all(
        texts.map(({ format, text }) => parseStatements(format, text)),
      );
      expect(new Set(statementLists.map((lines) => lines.join('\n'))).size).toBe(1);
      const jsonLd = texts.find(({ format }) => format === 'json-ld');
      expect(findBrokenShapes(jsonLd?.text ?? '', content === 'sample')).toEqual([]);
    }
  });
});

/** The canonical form of a document, with reproducible names of blank nodes (RDF Dataset Canonicalization). */
async function canonicalize(format: RdfFormatName, text: string): Promise<string> {
  const mediaType =
    format === 'xml' ? 'application/rdf+xml' : rdfFormatDescriptions[format].mediaTypes[0];
  const lines = oxigraph.parse(text, { format: mediaType }).map((quad) => `${quad.toString()} .\n`);
  const options = { algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads' } as const;
  return String(await Reflect.apply(jsonld.canonize, jsonld, [lines.join(''), options]));
}
