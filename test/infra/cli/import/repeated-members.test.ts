import { writeFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { readAccountsFile } from '../../../../infra/cli/import/accounts/read-accounts.ts';
import { readEditBatches } from '../../../../infra/cli/import/activity/read-edits.ts';
import { readSkosFile } from '../../../../infra/cli/import/concepts/read-skos.ts';
import { isPlainLabel } from '../../../../infra/cli/import/concepts/skos-label.ts';
import { readMapping } from '../../../../infra/cli/import/csv/read-mapping.ts';
import { toFileProblem } from '../../../../infra/cli/import/file-error.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import { readJsonFile, readJsonRecords } from '../../../../infra/cli/import/json-file.ts';
import { readOntologyConfiguration } from '../../../../infra/cli/import/ontologies/ontology-config.ts';
import { detectContent } from '../../../../infra/cli/import/package/detect-content.ts';
import { DuplicateDetector } from '../../../../infra/cli/import/resources/duplicate-detector.ts';
import { readRecordBatches } from '../../../../infra/cli/import/resources/read-record-batches.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { listRepetitions } from '../../../support/repeated-members.ts';
import { collect, writeTemporaryFile } from './chunks.ts';
import { graphDocument, id } from './graphs/example.ts';
import { GRAPH, monument, namedMonument, resourceId, tile } from './monuments.ts';

/** The records of a file that are imported, by their names, and the problems of the others. */
type Reading = { readonly read: readonly string[]; readonly problems: readonly Problem[] };

type Importer = {
  readonly title: string;
  readonly name: string;
  /** A document without problems. */
  readonly document: unknown;
  readonly read: (file: string) => Promise<Reading>;
  /** Writes the text of a document into its file. */
  readonly wrap?: (text: string) => string;
  /** What precedes the pointers of the document in those of the file. */
  readonly prefix?: string;
};

const nothing: Reading = { read: [], problems: [] };

async function readRecords(file: string): Promise<Reading> {
  const context = { strict: false, salvage: false };
  const batches = await collect(readRecordBatches(file, context, new DuplicateDetector()));
  return {
    read: batches.flatMap(({ records }) =>
      records.map(({ record }) => record.resource.resource_id),
    ),
    problems: batches.flatMap(({ problems }) => problems),
  };
}

async function readGraphs(file: string): Promise<Reading> {
  const { json, repeated } = await readJsonRecords(file);
  const { graphs, problems } = readGraphDocument(json, repeated);
  return { read: graphs.map(({ graphId }) => graphId), problems };
}

async function readAccounts(file: string): Promise<Reading> {
  const { accounts, problems } = await readAccountsFile(file);
  return { read: accounts.map(({ username }) => username), problems };
}

async function readEdits(file: string): Promise<Reading> {
  const batches = await collect(readEditBatches(file, 1, 10));
  return {
    read: batches.flatMap(({ records }) => records.map(({ time }) => time)),
    problems: batches.flatMap(({ problems }) => problems),
  };
}

async function readConcepts(file: string): Promise<Reading> {
  const { values, problems } = await readSkosFile(file);
  return { read: values.map(({ text }) => text), problems };
}

/** A reader of a file that is read as a whole or not at all. */
const asWhole =
  (read: (file: string) => Promise<unknown>) =>
  async (file: string): Promise<Reading> => {
    await read(file);
    return nothing;
  };

const account = (username: string) => ({ username, email: '', groups: ['Guest'] });
const edit = {
  edittype: 'tile edit',
  timestamp: '2020-01-01 10:00:00',
  resourceinstanceid: resourceId(1),
  newvalue: { a: { b: 1 } },
};
const mapping = {
  resource_model_id: GRAPH,
  nodes: [{ arches_nodeid: id(1), file_field_name: 'Name' }],
};
const concepts = {
  '@context': { skos: 'http://www.w3.org/2004/02/skos/core#' },
  '@id': `urn:uuid:${id(1)}`,
  '@type': 'skos:Concept',
  'skos:prefLabel': { '@value': 'mill', '@language': 'en' },
};
const ontology = { base: 'a.rdf', base_id: id(1), base_name: 'A', base_version: '1' };
const square = { type: 'Polygon', coordinates: [[[0, 0]]] };
const label = { id: id(1), value: 'mill' };
const labelled = (text: string): string =>
  `<urn:uuid:${id(1)}> a <http://www.w3.org/2004/02/skos/core#Concept> ;
<http://www.w3.org/2004/02/skos/core#prefLabel> ${JSON.stringify(text)}@en .`;

const importers: readonly Importer[] = [
  {
    title: 'resource instances in a list',
    name: 'records.json',
    document: [namedMonument(1, { en: { value: 'One' } })],
    read: readRecords,
  },
  {
    title: 'resource instances as business data',
    name: 'records.json',
    document: { business_data: { resources: [namedMonument(1, 'One')] } },
    read: readRecords,
  },
  {
    title: 'one resource instance',
    name: 'record.json',
    document: monument(1, [tile(1, id(2), { [id(2)]: 'One' })]),
    read: readRecords,
  },
  {
    title: 'resource instances on lines',
    name: 'records.jsonl',
    document: namedMonument(1, 'One'),
    read: readRecords,
    wrap: (text) => `${JSON.stringify(namedMonument(2, 'Two'))}\n${text}\n`,
    prefix: '/1',
  },
  { title: 'a graph', name: 'graph.json', document: graphDocument(), read: readGraphs },
  {
    title: 'graphs in a list',
    name: 'graphs.json',
    document: { graph: [graphDocument()], metadata: { system: {} } },
    read: readGraphs,
  },
  {
    title: 'accounts and groups',
    name: 'accounts.json',
    document: { accounts: [account('a')], groups: [{ name: 'Editors' }] },
    read: readAccounts,
  },
  {
    title: 'accounts of Django',
    name: 'django.json',
    document: [{ model: 'auth.group', pk: 1, fields: { name: 'Editors', permissions: [] } }],
    read: readAccounts,
  },
  {
    title: 'an edit log',
    name: 'edits.jsonl',
    document: edit,
    read: readEdits,
    wrap: (text) => `${JSON.stringify(edit)}\n${text}\n`,
    prefix: '/1',
  },
  {
    title: 'a mapping of CSV',
    name: 'data.mapping',
    document: mapping,
    read: asWhole((file) => readMapping(file.replace('.mapping', '.csv'))),
  },
  {
    title: 'an ontology configuration',
    name: 'ontology_config.json',
    document: ontology,
    read: asWhole(readOntologyConfiguration),
  },
  { title: 'concepts in JSON-LD', name: 'a.jsonld', document: concepts, read: readConcepts },
  {
    title: 'a label of a concept with its id',
    name: 'a.ttl',
    document: label,
    read: readConcepts,
    wrap: labelled,
  },
  {
    title: 'the bounds of a mobile project',
    name: 'bounds.geojson',
    document: square,
    read: asWhole(readJsonFile),
  },
];

/** Reads a text with an importer. The error of a file counts as its problem. */
async function importText(importer: Importer, text: string): Promise<Reading> {
  const { name, read, wrap = (unwrapped) => unwrapped } = importer;
  const file = await writeTemporaryFile(name, wrap(text));
  try {
    return await read(file);
  } catch (error) {
    return { read: [], problems: [toFileProblem(error)] };
  }
}

describe('an imported file that repeats a member', () => {
  it.each(importers)(
    'is reported with the pointer of the second one, wherever it is: $title',
    async (importer) => {
      const { document, prefix = '' } = importer;
      const repetitions = listRepetitions(document);
      expect(repetitions.length).toBeGreaterThan(1);
      for (const { text, pointer } of repetitions) {
        const { problems } = await importText(importer, text);
        const isText = importer.wrap === labelled;
        expect([text, problems.map((problem) => [problem.code, problem.pointer])]).toEqual([
          text,
          [['repeated_member', isText ? '' : prefix + pointer]],
        ]);
      }
    },
  );

  it.each(importers)('is read if no member is repeated: $title', async (importer) => {
    const { problems } = await importText(importer, JSON.stringify(importer.document));
    const codes = problems.map(({ code }) => code);
    expect(codes.filter((code) => code !== 'missing_ontology_file')).toEqual([]);
  });
});

describe('a record that repeats a member', () => {
  const repeat = (record: unknown, member: string): string =>
    JSON.stringify(record).replace(/\}$/, `,${member}}`);

  it.each([
    {
      title: 'resource instances',
      name: 'records.json',
      read: readRecords,
      texts: [1, 2, 3].map((number) => JSON.stringify(namedMonument(number, 'Mill'))),
      member: '"tiles":[]',
      wrap: (records: string) => `{"business_data":{"resources":[${records}]}}`,
      others: [resourceId(1), resourceId(3)],
      problem: { record: resourceId(2), pointer: '/business_data/resources/1/tiles' },
    },
    {
      title: 'graphs',
      name: 'graphs.json',
      read: readGraphs,
      texts: [GRAPH, id(200)].map((graphid) => JSON.stringify(graphDocument({ graphid }))),
      member: '"nodes":[]',
      wrap: (graphs: string) => `{"graph":[${graphs}]}`,
      others: [GRAPH],
      problem: { record: id(200), pointer: '/graph/1/nodes' },
    },
    {
      title: 'accounts',
      name: 'accounts.json',
      read: readAccounts,
      texts: ['ann', 'bob', 'cleo'].map((username) => JSON.stringify(account(username))),
      member: '"username":"bob"',
      wrap: (accounts: string) => `{"accounts":[${accounts}]}`,
      others: ['ann', 'cleo'],
      problem: { record: 'bob', pointer: '/accounts/1/username' },
    },
  ])(
    'is left out alone, with a problem that names it: $title',
    async ({ name, read, texts, member, wrap, others, problem }) => {
      const second = repeat(JSON.parse(texts[1] ?? ''), member);
      const file = await writeTemporaryFile(name, wrap(texts.with(1, second).join(',')));
      const reading = await read(file);
      expect(reading.read).toEqual(others);
      expect(reading.problems).toEqual([
        expect.objectContaining({ severity: 'error', code: 'repeated_member', ...problem }),
      ]);
    },
  );
});

describe('business data that repeat the member around their records', () => {
  const listOf = (number: number): string => JSON.stringify([namedMonument(number, 'Mill')]);
  const texts = [
    `{"business_data":{"resources":${listOf(1)},"resources":${listOf(2)}}}`,
    `{"business_data":{"resources":${listOf(1)}},"business_data":{"resources":${listOf(2)}}}`,
    `{"business_data":${listOf(1)},"business_data":${listOf(2)}}`,
  ];
  const read = async (text: string, salvage: boolean): Promise<readonly unknown[]> => {
    const file = await writeTemporaryFile('records.json', text);
    const context = { strict: false, salvage };
    const batches = await collect(readRecordBatches(file, context, new DuplicateDetector()));
    return batches.flatMap(({ records, problems }) => [
      ...records.map(({ record }) => record.resource.resource_id),
      ...problems.map(({ code }) => code),
    ]);
  };

  it.each(texts)('end the file with an error at the second one: %s', async (text) => {
    expect(await read(text, false)).toEqual([resourceId(1), 'repeated_member']);
  });

  it.each(texts)('have the records of both, and the error, with --salvage: %s', async (text) => {
    expect(await read(text, true)).toEqual([resourceId(1), resourceId(2), 'repeated_member']);
  });

  it.each(texts)('are still found in a package: %s', async (text) => {
    const file = await writeTemporaryFile('records.json', '');
    await writeFile(file, text);
    expect(await detectContent(file)).toBe('records');
  });
});

describe('a stored label of a concept that is JSON with a repeated member', () => {
  it('is exported as JSON with its id, because an import would refuse it as it is', () => {
    expect(isPlainLabel('{"value":"a","value":"b"}')).toBe(false);
    expect(isPlainLabel('{draft} wall')).toBe(true);
  });
});
