import { createServer, type Server } from 'node:http';
import { Socket } from 'node:net';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
  type MockInstance,
} from 'vitest';
import * as z from 'zod';

import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { crm, rdfValue } from '../../lib/json-ld/mill.ts';
import { oldMill } from './every-write.ts';
import { openMills, refusalOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

const path = `/resources/${oldMill}`;
const nameProperty = crm('P1_is_identified_by');

let mills: Mills;
let reviewer: TestWriter;
/** A server that answers every request with a valid context. */
let contextServer: Server;
let contextUrl: string;
let connectSpy: MockInstance<Socket['connect']>;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
  contextServer = createServer((_, response) => {
    response.setHeader('content-type', 'application/ld+json').end('{"@context": {}}');
  });
  await new Promise<void>((resolve) => contextServer.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(contextServer.address());
  contextUrl = `http://127.0.0.1:${port}/context.jsonld`;
});

beforeEach(async () => {
  await mills.reset();
  connectSpy = vi.spyOn(Socket.prototype, 'connect');
});

afterEach(() => connectSpy.mockRestore());

afterAll(async () => {
  contextServer?.close();
  await mills?.service.close();
});

const destination = z.looseObject({ host: z.string(), port: z.coerce.string() });

/** The hosts to which this process has connected, except its own database. */
function listConnections(): readonly string[] {
  const database = new URL(mills.service.stack.server.url).host;
  return connectSpy.mock.calls
    .map((parameters: readonly unknown[]) => destination.parse(parameters.flat()[0]))
    .map(({ host, port }) => `${host}:${port}`)
    .filter((host) => host !== database);
}

type Description = Readonly<Record<string, unknown>>;

const readMill = async (): Promise<Description> => Object(await reviewer.read(path));

describe('the spy on connections', () => {
  it('records a fetch', async () => {
    expect((await fetch(contextUrl)).status).toBe(200);
    expect(listConnections()).toEqual([new URL(contextUrl).host]);
  });
});

/** Documents that contain only the URL of a context. */
const documents: readonly (readonly [
  title: string,
  document: (description: Description, address: string) => Description,
])[] = [
  [
    'the context of the document',
    (description, address) => ({ ...description, '@context': address }),
  ],
  [
    'a context in a list',
    (description, address) => ({
      ...description,
      '@context': ['https://linked.art/ns/v1/linked-art.json', {}, address],
    }),
  ],
  [
    'a context after null',
    (description, address) => ({ ...description, '@context': [null, address] }),
  ],
  [
    'an imported context',
    (description, address) => ({
      ...description,
      '@context': { '@version': 1.1, '@import': address },
    }),
  ],
  [
    'the context of a property',
    ({ [nameProperty]: names, ...description }, address) => ({
      ...description,
      '@context': { names: { '@id': nameProperty, '@context': address } },
      names,
    }),
  ],
  [
    'the context of a class',
    (description, address) => ({
      ...description,
      '@context': { Mill: { '@id': crm('E22_Man-Made_Object'), '@context': address } },
      '@type': 'Mill',
    }),
  ],
  [
    'the context of an object in the document',
    (description, address) => ({
      ...description,
      [nameProperty]: { '@context': address, '@type': crm('E41_Appellation') },
    }),
  ],
  [
    'the context of an object in a list',
    (description, address) => ({
      ...description,
      [nameProperty]: [{ '@type': crm('E41_Appellation') }, { '@context': [[], address] }],
    }),
  ],
];

describe.each(documents)(
  'a context of which a document contains only the URL: %s',
  (_, document) => {
    it('is not fetched, and the document is refused with 400', async () => {
      const before = await mills.traces();
      for (const address of [contextUrl, 'https://elsewhere.example/context.jsonld']) {
        const answer = await reviewer.sendRequest('PUT', path, document(await readMill(), address));
        const [status, code] = await refusalOf(answer);
        expect([status, code, listConnections()]).toEqual([400, 'unreadable_document', []]);
      }
      expect(await mills.traces()).toBe(before);
    });
  },
);

describe('a URL in a document, other than the URL of a context,', () => {
  it.each<[title: string, members: (address: string) => Description, status: number]>([
    ['a property', (address) => ({ [`${address}#colour`]: 'red' }), 422],
    [
      'the object of a reference',
      (address) => ({ [crm('P130_shows_features_of')]: { '@id': address } }),
      422,
    ],
    ['a base', (address) => ({ '@context': { '@base': address } }), 200],
    [
      'a text',
      (address) => ({ [nameProperty]: { [crm('P3_has_note')]: { [rdfValue]: address } } }),
      200,
    ],
  ])('is not fetched: %s', async (_, members, status) => {
    const answer = await reviewer.sendRequest('PUT', path, {
      ...(await readMill()),
      ...members(contextUrl),
    });
    expect([answer.status, listConnections()]).toEqual([status, []]);
  });

  it('is not fetched if a Link header declares it as the context', async () => {
    const link = `<${contextUrl}>; rel="http://www.w3.org/ns/json-ld#context"`;
    const answer = await reviewer.sendRequest('PUT', path, await readMill(), { link });
    expect([answer.status, listConnections()]).toEqual([200, []]);
  });
});

describe('a context that is part of the service', () => {
  it('is not fetched', async () => {
    const document = {
      ...(await readMill()),
      '@context': 'https://linked.art/ns/v1/linked-art.json',
    };
    const answer = await reviewer.sendRequest('PUT', path, document);
    expect([answer.status, listConnections()]).toEqual([200, []]);
  });
});

describe('GET /resources/{id}', () => {
  it.each([...rdfFormatNames, 'json-ld&profile=linked'])(
    'fetches nothing for an answer in %s',
    async (form) => {
      const answer = await reviewer.sendRequest('GET', `${path}?format=${form}`);
      await answer.text();
      expect([answer.status, listConnections()]).toEqual([200, []]);
    },
  );
});
