import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conceptIdFromUri } from '../../../infra/cli/import/concepts/concept-id.ts';
import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { readThesaurusQuads } from '../../../lib/exports/read-thesaurus-quads.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { parseStatements } from '../../lib/rdf/outside-parsers.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { withTextFile } from '../../support/temporary-file.ts';

/*
 * In RDF, a concept has a URI of this service and its URI in the imported file as an exact match. A concept that files only mention, such as
 * the target of a mapping, has its own URI.
 */

const mappings = [
  'exactMatch',
  'closeMatch',
  'broadMatch',
  'narrowMatch',
  'relatedMatch',
  'mappingRelation',
];
const skos = (name: string): string => `<http://www.w3.org/2004/02/skos/core#${name}>`;
const original = (name: string): string => `http://henges.example/${name}`;
const target = (mapping: string): string => `http://vocabulary.example/${mapping}/1`;
const ownUri = (name: string): string =>
  `<${baseUrl}/concepts/${conceptIdFromUri(original(name))}>`;

const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<${original('scheme')}> a skos:ConceptScheme ; skos:prefLabel "Henges"@en .
<${original('henge')}> a skos:Concept ; skos:inScheme <${original('scheme')}> ; skos:prefLabel "henge"@en ;
  <http://purl.org/dc/terms/identifier> "http://other.example/henge" ;
  ${mappings.map((mapping) => `skos:${mapping} <${target(mapping)}>`).join(' ;\n  ')} ;
  skos:exactMatch <urn:isbn:0451450523> ;
  skos:closeMatch <${original('ring')}> ;
  skos:related <http://vocabulary.example/related> .
<${original('ring')}> a skos:Concept ; skos:prefLabel "ring"@en ; skos:exactMatch <${original('ring')}> .
<${original('untyped')}> skos:prefLabel "untyped"@en ; skos:closeMatch <${original('ring')}> .
<${baseUrl}/concepts/00000000-0000-4000-8000-000000000001> a skos:Concept ; skos:prefLabel "own"@en .`;

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  await importTurtle(turtle);
});

afterAll(async () => service?.close());

const importTurtle = async (text: string) =>
  withTextFile('concepts.ttl', text, (file) => importConcepts([file], service.importContext));

async function readStatements(
  conceptId: string,
  format: (typeof rdfFormatNames)[number],
): Promise<readonly string[]> {
  const response = await service.fetch(`/rdm/concepts/${conceptId}?format=${format}`);
  expect(response.status).toBe(200);
  return parseStatements(format, await response.text());
}

const idOf = (name: string): string => conceptIdFromUri(original(name));
const about = (name: string, statements: readonly string[]): readonly string[] =>
  statements.filter((line) => line.startsWith(`${ownUri(name)} `));

async function readExport(): Promise<readonly string[]> {
  const pages = await Array.fromAsync(
    readThesaurusQuads(
      { dataApi: service.stack.dataApi, caller: null, baseUrl, language: 'en-US' },
      null,
    ),
  );
  return pages
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/ <[^>]*> \.$/, ' .'));
}

const readers = [
  ...rdfFormatNames.map((format) => [format, () => readStatements(idOf('henge'), format)] as const),
  ['export as N-Quads', readExport] as const,
];

describe.each(readers)('a concept in RDF: %s', (_format, read) => {
  it.each(mappings)('names the foreign URI as the object of %s', async (mapping) => {
    expect(await read()).toContain(`${ownUri('henge')} ${skos(mapping)} <${target(mapping)}> .`);
  });

  it('names the foreign URI of any scheme, and of any other relation to a concept that is only mentioned', async () => {
    const statements = await read();
    expect(statements).toContain(
      `${ownUri('henge')} ${skos('exactMatch')} <urn:isbn:0451450523> .`,
    );
    expect(statements).toContain(
      `${ownUri('henge')} ${skos('related')} <http://vocabulary.example/related> .`,
    );
  });

  it('names a concept of the thesaurus by its URI in this service', async () => {
    expect(await read()).toContain(`${ownUri('henge')} ${skos('closeMatch')} ${ownUri('ring')} .`);
  });

  it('has its original URI and its identifiers as exact matches, each once, and keeps its subject', async () => {
    const statements = await read();
    const matches = about('henge', statements)
      .filter((line) => line.includes(skos('exactMatch')))
      .map((line) => line.split(' ')[2]);
    const uris = [
      original('henge'),
      'http://other.example/henge',
      target('exactMatch'),
      'urn:isbn:0451450523',
    ];
    expect(matches).toHaveLength(uris.length);
    expect(new Set(matches)).toEqual(new Set(uris.map((iri) => `<${iri}>`)));
    expect(statements.filter((line) => line.startsWith(`<${original('henge')}>`))).toEqual([]);
  });

  it('says nothing about addresses of this service that have no content', async () => {
    const subjects = new Set((await read()).map((line) => line.split(' ')[0]));
    const objects = (await read()).map((line) => line.split(' ')[2]);
    const empty = objects.filter(
      (object) => object?.startsWith(`<${baseUrl}/concepts/`) === true && !subjects.has(object),
    );
    expect(empty).toEqual([]);
  });
});

describe('the page of a concept', () => {
  it('names a concept of another vocabulary by its URI', async () => {
    const response = await service.fetch(`/rdm/concepts/${idOf('henge')}?format=html`);
    const page = await response.text();
    for (const mapping of mappings.filter((name) => name !== 'mappingRelation'))
      expect(page).toContain(`>${target(mapping)}</a>`);
  });
});

describe('the document of a concept', () => {
  it('has the original URI of each concept that it describes', async () => {
    const statements = await readStatements(idOf('untyped'), 'turtle');
    for (const name of ['untyped', 'ring'])
      expect(statements).toContain(`${ownUri(name)} ${skos('exactMatch')} <${original(name)}> .`);
  });

  it('has the URI of this service as its subject, even if files only mention the concept', async () => {
    const id = conceptIdFromUri(target('exactMatch'));
    const statements = await readStatements(id, 'n-triples');
    const subject = `<${baseUrl}/concepts/${id}>`;
    expect(statements).toContain(`${subject} ${skos('exactMatch')} <${target('exactMatch')}> .`);
    expect(statements).toContain(`${subject} ${skos('exactMatch')} ${ownUri('henge')} .`);
  });

  it('has no exact match for a concept whose URI is one of this service', async () => {
    const statements = await readStatements('00000000-0000-4000-8000-000000000001', 'turtle');
    expect(statements.filter((line) => line.includes(skos('exactMatch')))).toEqual([]);
  });

  it('changes nothing if it is imported again', async () => {
    const before = await readStatements(idOf('henge'), 'turtle');
    const text = await (await service.fetch(`/rdm/concepts/${idOf('henge')}?format=turtle`)).text();
    await importTurtle(text);
    expect(await readStatements(idOf('henge'), 'turtle')).toEqual(before);
  });
});
