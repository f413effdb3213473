import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readQuads } from '../../../lib/exports/read-quads.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { testPackages } from '../../support/test-packages.ts';

type Concept = {
  readonly id: string;
  readonly nodetype: string;
  readonly values: readonly {
    readonly id: string;
    readonly type: string;
    readonly value: string;
  }[];
  readonly subconcepts: readonly Concept[];
};

const conceptSchema: z.ZodType<Concept> = z.lazy(() =>
  z.object({
    id: z.string(),
    nodetype: z.string(),
    values: z.array(z.object({ id: z.string(), type: z.string(), value: z.string() })),
    subconcepts: z.array(conceptSchema),
  }),
);

const conceptListSchema = z.array(
  z.object({ id: z.string(), nodetype: z.string(), conceptcount: z.number() }),
);

const containerSchema = z.object({ 'ldp:contains': z.array(z.string()) });

const featuresSchema = z.object({
  features: z.array(z.object({ properties: z.object({ resourceinstanceid: z.string() }) })),
});

const prefixes = `PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX geo: <http://www.opengis.net/ont/geosparql#>
`;

const thesaurus = `<${baseUrl}/rdm/concepts>`;
const recordUri = (id: string): string => `${baseUrl}/resources/${id}`;
const conceptUri = (id: string): string => `${baseUrl}/concepts/${id}`;
const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].toSorted();

// The export of the demo package takes a minute.
const packages = testPackages.filter(({ content }) => triesAllCases || content === 'sample');

describe.each(packages)('SPARQL on an export of $name answers like the API', ({ content }) => {
  let service: TestService;
  let store: oxigraph.Store;
  /** The business data of each record, by id. */
  const documents = new Map<string, string>();
  /** The concept schemes, with all concepts below. */
  const schemes: Concept[] = [];

  beforeAll(async () => {
    service = await openTestService(content);
    await service.openToGuest();
    const source = { dataApi: service.stack.dataApi, caller: null, baseUrl, language: 'en-US' };
    const chunks = await Array.fromAsync(readQuads(source, null));
    const text = chunks.map((chunk) => chunk.text).join('');
    store = new oxigraph.Store();
    store.load(text, { format: 'application/n-quads' });
    for (const uri of await listRecords()) {
      const response = await service.fetch(`${uri.slice(baseUrl.length)}?format=json`);
      documents.set(uri.slice(recordUri('').length), await response.text());
    }
    for (const { id } of await listThesauri('ConceptScheme')) {
      const document = await service.fetchJson(`/rdm/concepts/${id}?format=json`);
      schemes.push(conceptSchema.parse(document));
    }
  });

  afterAll(async () => service?.close());

  async function listRecords(): Promise<readonly string[]> {
    const uris: string[] = [];
    for (let page = 1; ; page += 1) {
      const list = await service.fetchJson(`/resources?page=${page}`);
      const { 'ldp:contains': records } = containerSchema.parse(list);
      if (records.length === 0) return uris;
      uris.push(...records);
    }
  }

  const listThesauri = async (nodeType: string) =>
    conceptListSchema.parse(
      await service.fetchJson(`/rdm/concepts?nodetype=${nodeType}&limit=1000`),
    );

  /** The values of the only variable of a query, without duplicates. */
  function select(query: string): readonly string[] {
    const solutions = store.query(prefixes + query);
    if (!Array.isArray(solutions)) throw new Error('The query selects nothing.');
    return sorted(
      solutions.flatMap((solution) =>
        solution instanceof Map
          ? [...solution.values()].map((term: oxigraph.Term) => term.value)
          : [],
      ),
    );
  }

  /** The records whose business data contain a text. */
  const recordsWith = (texts: readonly string[]): readonly string[] =>
    sorted(
      [...documents].flatMap(([id, text]) =>
        texts.some((part) => text.includes(part)) ? [recordUri(id)] : [],
      ),
    );

  const collectBelow = (concept: Concept): readonly Concept[] => [
    concept,
    ...concept.subconcepts.flatMap(collectBelow),
  ];
  const allConcepts = (): readonly Concept[] => schemes.flatMap(collectBelow);
  const valueIds = ({ values }: Concept): readonly string[] => values.map(({ id }) => id);

  it('which records are there?', async () => {
    const query = `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(?g != ${thesaurus}) }`;
    expect(select(query)).toEqual(sorted(await listRecords()));
  });

  it('what does the export state about a record?', async () => {
    const [id = ''] = documents.keys();
    const answer = await service.fetch(`/resources/${id}?format=n-triples&profile=linked`);
    const query = `CONSTRUCT { ?s ?p ?o } { GRAPH <${recordUri(id)}> { ?s ?p ?o } }`;
    const quads = store.query(query);
    const expected = new oxigraph.Store();
    expected.load(await answer.text(), { format: 'application/n-triples' });
    const lines = (list: unknown) => sorted(Array.isArray(list) ? list.map(String) : []);
    expect(lines(quads)).toEqual(lines(expected.match()));
    expect(lines(quads).length).toBeGreaterThan(0);
  });

  it('which records refer to a record?', () => {
    const referenced = select(
      `SELECT DISTINCT ?r { GRAPH ?g { ?s ?p ?r } FILTER(STRSTARTS(STR(?r), "${recordUri('')}") && !CONTAINS(STR(?r), "#") && ?g != ?r) }`,
    );
    const ids = [...documents.keys()];
    const mentioned = ids.filter((id) => recordsWith([id]).some((uri) => uri !== recordUri(id)));
    expect(referenced).toEqual(sorted(mentioned.map(recordUri)));
    for (const uri of referenced.slice(0, 20)) {
      const query = `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p <${uri}> } FILTER(?g != <${uri}>) }`;
      const referring = recordsWith([uri.slice(recordUri('').length)]);
      expect(select(query)).toEqual(referring.filter((record) => record !== uri));
    }
  });

  it('which records have a concept?', () => {
    const used = allConcepts().filter((concept) => recordsWith(valueIds(concept)).length > 0);
    expect(used.length).toBeGreaterThan(0);
    for (const concept of used.slice(0, 20)) {
      const query = `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p <${conceptUri(concept.id)}> } FILTER(?g != ${thesaurus}) }`;
      expect(select(query)).toEqual(recordsWith(valueIds(concept)));
    }
  });

  it('which records have a concept, or one below it?', () => {
    const parents = allConcepts().filter(({ subconcepts }) => subconcepts.length > 0);
    const broad = parents.filter(({ nodetype }) => nodetype === 'Concept').slice(0, 20);
    for (const concept of broad) {
      const query = `SELECT DISTINCT ?g {
        GRAPH ${thesaurus} { ?c skos:broader* <${conceptUri(concept.id)}> . ?c a skos:Concept }
        GRAPH ?g { ?s ?p ?c } FILTER(?g != ${thesaurus})
      }`;
      expect(select(query)).toEqual(recordsWith(collectBelow(concept).flatMap(valueIds)));
    }
  });

  it('which records have a place?', async () => {
    const { features } = featuresSchema.parse(await service.fetchJson('/geojson'));
    const query =
      'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(datatype(?o) = geo:wktLiteral) }';
    expect(select(query)).toEqual(
      sorted(features.map(({ properties }) => recordUri(properties.resourceinstanceid))),
    );
  });

  it.each([
    ['ConceptScheme', '{ ?t a skos:ConceptScheme }'],
    ['Collection', '{ ?t a skos:Collection } UNION { ?t a skos:OrderedCollection }'],
  ])('which thesauri are there: %s?', async (nodeType, pattern) => {
    const query = `SELECT DISTINCT ?t { GRAPH ${thesaurus} { ${pattern} } }`;
    const list = await listThesauri(nodeType);
    expect(select(query)).toEqual(sorted(list.map(({ id }) => conceptUri(id))));
  });

  it('how is a concept called?', () => {
    for (const { id, values } of allConcepts().slice(0, 50)) {
      const query = `SELECT ?text { GRAPH ${thesaurus} { <${conceptUri(id)}> skos:prefLabel ?text } }`;
      const labels = values.filter(({ type }) => type === 'prefLabel').map(({ value }) => value);
      expect(select(query)).toEqual(sorted(labels));
    }
  });

  it('which concepts are at the top of a scheme?', () => {
    for (const { id, subconcepts } of schemes) {
      const query = `SELECT ?c { GRAPH ${thesaurus} { <${conceptUri(id)}> skos:hasTopConcept ?c } }`;
      expect(select(query)).toEqual(sorted(subconcepts.map((top) => conceptUri(top.id))));
    }
  });

  it('how many concepts does a scheme have?', () => {
    for (const scheme of schemes) {
      const query = `SELECT DISTINCT ?c { GRAPH ${thesaurus} { <${conceptUri(scheme.id)}> skos:hasTopConcept/skos:narrower* ?c } }`;
      const below = scheme.subconcepts.flatMap(collectBelow);
      expect(select(query)).toEqual(sorted(below.map(({ id }) => conceptUri(id))));
    }
  });
});
