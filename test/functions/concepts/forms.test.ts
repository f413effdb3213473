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
import { quadsOf } from '../../lib/rdf/judges.ts';
import { brokenShapes } from '../../lib/rdf/shapes.ts';
import { queryColumn } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { testPackages } from '../../support/test-packages.ts';
import { concept, id } from './thesaurus.ts';
import { valueId, writeWaterworks } from './waterworks.ts';
import { takeSample } from '../../support/random/take-sample.ts';

const scheme = id(1);
const mill = id(4);
const miller = id(9);
const mentioned = id(30);
const inCycle = id(40);
const listed = id(50);

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await writeWaterworks(service.stack);
  await service.openToGuest();
});

afterAll(async () => service?.close());

async function textOf(of: string, format: string, query = ''): Promise<string> {
  const response = await service.fetch(`/rdm/concepts/${of}?format=${format}${query}`);
  const text = await response.text();
  expect(response.status).toBe(200);
  return text;
}

const statements = async (of: string, query = ''): Promise<readonly string[]> =>
  quadsOf('turtle', await textOf(of, 'turtle', query));

const skos = (name: string): string => `<http://www.w3.org/2004/02/skos/core#${name}>`;
const uri = (of: string): string => `<${baseUrl}/concepts/${of}>`;

describe('the form of a concept', () => {
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

  it('has links to all others, which keep what was asked for and answer', async () => {
    const response = await service.fetch(
      `/rdm/concepts/${mill}?depthlimit=1&includerelatedconcepts=0`,
    );
    const links = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="alternate"/g)];
    expect(links).toHaveLength(4);
    for (const [, link = ''] of links) {
      expect(link).toContain('depthlimit=1');
      expect(link).toContain('includerelatedconcepts=false');
      expect((await service.fetch(link.slice(baseUrl.length))).status).toBe(200);
    }
  });

  it('makes one Data API call, whichever it is', async () => {
    for (const format of ['json', ...rdfFormatNames]) {
      expect(await service.countCalls(() => textOf(scheme, format))).toBe(1);
    }
  });
});

describe('a concept in JSON, checked by hand against the specification', () => {
  it.each([
    ['a scheme', 'scheme', scheme],
    ['a concept under two others, with a related one and a mapping', 'concept-under-two', mill],
    ['a concept with what is beside it', 'related-concept', miller],
    ['a concept in a circle', 'circle', inCycle],
    ['a concept that is only mentioned', 'mentioned-concept', mentioned],
  ])('is as in its golden file: %s', async (_title, file, of) => {
    const golden = new URL(`./golden/${file}.json`, import.meta.url);
    const document: unknown = JSON.parse(await textOf(of, 'json'));
    expect(document).toStrictEqual(JSON.parse(readFileSync(golden, 'utf8')));
    expect(concept.parse(document)).toStrictEqual(document);
  });
});

describe('a concept as SKOS', () => {
  it('says the same in all four formats, as every outside parser reads them', async () => {
    for (const of of [scheme, mill, miller, inCycle, mentioned, id(52), id(60)]) {
      const expected = await statements(of);
      expect(expected.length).toBeGreaterThan(0);
      for (const format of rdfFormatNames) {
        expect(await quadsOf(format, await textOf(of, format))).toEqual(expected);
      }
    }
  });

  it('says the same in all four formats where a list has nodes without names', async () => {
    const documents = await Promise.all(
      rdfFormatNames.map(async (format) => canonical(format, await textOf(listed, format))),
    );
    expect(documents[0]).toContain('memberList');
    expect(new Set(documents).size).toBe(1);
  });

  it('has plain literals, with their languages', async () => {
    expect(await statements(mill)).toEqual(
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

  it('has title and description of a scheme, and every concept in its scheme', async () => {
    const said = await statements(scheme);
    expect(said).toEqual(
      expect.arrayContaining([
        `${uri(scheme)} <http://purl.org/dc/terms/title> "Wasserbauten"@de .`,
        `${uri(scheme)} ${skos('hasTopConcept')} ${uri(id(2))} .`,
        `${uri(id(2))} ${skos('topConceptOf')} ${uri(scheme)} .`,
        `${uri(id(7))} ${skos('inScheme')} ${uri(scheme)} .`,
      ]),
    );
    expect(said.filter((line) => line.includes(skos('inScheme')))).toHaveLength(8);
  });

  it('has a concept once, however many ways lead to it', async () => {
    const turtle = await textOf(scheme, 'turtle');
    expect(turtle.split(`\n${uri(mill)} a `)).toHaveLength(2);
    const said = await statements(scheme);
    expect(said.filter((line) => line.startsWith(`${uri(mill)} ${skos('broader')}`))).toEqual([
      `${uri(mill)} ${skos('broader')} ${uri(id(2))} .`,
      `${uri(mill)} ${skos('broader')} ${uri(id(3))} .`,
    ]);
  });

  it('tells a mapping from both ends, and does not say what a concept is that is only mentioned', async () => {
    expect(await statements(mentioned)).toEqual(
      expect.arrayContaining([
        `${uri(mentioned)} ${skos('exactMatch')} ${uri(mill)} .`,
        `${uri(mill)} ${skos('prefLabel')} "Mill"@en .`,
      ]),
    );
    expect((await statements(mill)).filter((line) => line.startsWith(uri(mentioned)))).toEqual([]);
  });

  it('has the relatives that its concept document has', async () => {
    const subjects = async (query: string): Promise<readonly string[]> => {
      const said = await statements(mill, query);
      return [...new Set(said.map((line) => line.slice(0, line.indexOf(' '))))];
    };
    const none = '&includesubconcepts=0&includeparentconcepts=0&includerelatedconcepts=0';
    expect(await subjects(none)).toEqual([uri(mill)]);
    expect(
      await subjects(`${none}&includeparentconcepts=1`.replace('parentconcepts=0&', 'x=0&')),
    ).toEqual([1, 2, 3, 4].map((number) => uri(id(number))));
    const below = '&includeparentconcepts=false&includerelatedconcepts=false';
    expect(await subjects(`${below}&depthlimit=1`)).toEqual([4, 5, 6].map((n) => uri(id(n))));
    expect(await subjects(`${below}&depthlimit=12`)).toEqual(
      [4, 5, 6, 7, 8].map((n) => uri(id(n))),
    );
  });

  it('of a collection names its members, in their order where it has one', async () => {
    expect((await statements(id(52))).filter((line) => line.includes(skos('member')))).toEqual([
      `${uri(id(52))} ${skos('member')} ${uri(id(2))} .`,
      `${uri(id(52))} ${skos('member')} ${uri(id(3))} .`,
    ]);
    const turtle = await textOf(listed, 'turtle');
    const list = [...turtle.matchAll(/rdf:first <[^>]*-0*(\d+)>/g)].map(([, number]) => number);
    expect(list).toEqual(['6', '5']);
  });
});

describe('the shapes of SKOS', () => {
  it('are kept by every concept of the waterworks', async () => {
    for (const of of await queryColumn(service, 'select concept_id::text from concept')) {
      expect(brokenShapes(await textOf(of, 'json-ld'))).toEqual([]);
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
      'a label that is both preferred and not',
      'http://www.w3.org/2004/02/skos/core#altLabel',
      { '@value': 'Mill', '@language': 'en' },
    ],
  ])('are broken by %s', async (_title, key, planted) => {
    const document: Record<string, unknown> = JSON.parse(await textOf(mill, 'json-ld'));
    const mistake = { '@id': `${baseUrl}/concepts/${mill}`, [key]: planted };
    const graph = document['@graph'];
    const text = JSON.stringify({
      ...document,
      '@graph': [...(Array.isArray(graph) ? graph : []), mistake],
    });
    expect(brokenShapes(text).length).toBeGreaterThan(0);
  });
});

describe('the entity tag', () => {
  const ask = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(`/rdm/concepts/${mill}${query}`, { headers });
  const tagOf = async (query = ''): Promise<string> => (await ask(query)).headers.get('etag') ?? '';

  it.each(['json', ...rdfFormatNames])(
    'gives a 304 without a body, at one call: %s',
    async (format) => {
      const tag = await tagOf(`?format=${format}`);
      expect(tag).toMatch(/^"[\da-f]{22}"$/);
      const calls = await service.countCalls(async () => {
        const again = await ask(`?format=${format}`, { 'if-none-match': tag });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
          304,
          '',
          tag,
        ]);
      });
      expect(calls).toBe(1);
    },
  );

  it('is another for each form and each set of relatives', async () => {
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
  ])('is another after a change of %s', async (_title, statement) => {
    const before = await tagOf();
    await service.stack.owner.write(rawSql(statement));
    const after = await ask('', { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before);
    await after.text();
  });

  it('comes with the time of the last change of the thesaurus, once its second is over', async () => {
    await service.stack.owner.write(
      rawSql(
        "update last_change set changed_at = '2020-05-17T10:00:00.5Z' where subject = 'thesaurus'",
      ),
    );
    const response = await ask('');
    const changed = response.headers.get('last-modified') ?? '';
    expect(changed).toBe('Sun, 17 May 2020 10:00:00 GMT');
    expect((await ask('', { 'if-modified-since': changed })).status).toBe(304);
    expect((await ask('', { 'if-modified-since': 'Sun, 17 May 2020 09:59:59 GMT' })).status).toBe(
      200,
    );
  });

  it('tells nothing of what is unknown, or not the caller’s to see', async () => {
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
  let other: TestService;

  beforeAll(async () => {
    other = await openTestService(content);
    await other.openToGuest();
  });

  afterAll(async () => other?.close());

  it('keep to the shapes, and say the same in all four formats', async () => {
    const schemes = await queryColumn(
      other,
      "select concept_id::text from concept where node_type = 'ConceptScheme'",
    );
    for (const of of takeSample(schemes, 2)) {
      const texts = await Promise.all(
        rdfFormatNames.map(async (format) => {
          const response = await other.fetch(`/rdm/concepts/${of}?format=${format}`);
          return { format, text: await response.text() };
        }),
      );
      const read = await Promise.all(texts.map(({ format, text }) => quadsOf(format, text)));
      expect(new Set(read.map((lines) => lines.join('\n'))).size).toBe(1);
      const jsonLd = texts.find(({ format }) => format === 'json-ld');
      expect(brokenShapes(jsonLd?.text ?? '', content === 'sample')).toEqual([]);
    }
  });
});

/** The canonical form of a document, in which nodes without names have the same ones (RDF Dataset Canonicalization). */
async function canonical(format: RdfFormatName, text: string): Promise<string> {
  const mediaType =
    format === 'xml' ? 'application/rdf+xml' : rdfFormatDescriptions[format].mediaTypes[0];
  const lines = oxigraph.parse(text, { format: mediaType }).map((quad) => `${quad.toString()} .\n`);
  const options = { algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads' } as const;
  return String(await Reflect.apply(jsonld.canonize, jsonld, [lines.join(''), options]));
}
