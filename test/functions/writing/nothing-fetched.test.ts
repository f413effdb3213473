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
import { openMillYard, refusalOf, type MillYard } from './mill-yard.ts';
import type { TestWriter } from './writers.ts';

const path = `/resources/${oldMill}`;
const nameProperty = crm('P1_is_identified_by');

let yard: MillYard;
let reviewer: TestWriter;
/** Gives a context that could be used to whoever asks for it. */
let elsewhere: Server;
let remote: string;
let connect: MockInstance<Socket['connect']>;

beforeAll(async () => {
  yard = await openMillYard();
  ({ reviewer } = yard.writers);
  elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'application/ld+json').end('{"@context": {}}');
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  const { port } = z.object({ port: z.number() }).parse(elsewhere.address());
  remote = `http://127.0.0.1:${port}/context.jsonld`;
});

beforeEach(async () => {
  await yard.reset();
  connect = vi.spyOn(Socket.prototype, 'connect');
});

afterEach(() => connect.mockRestore());

afterAll(async () => {
  elsewhere?.close();
  await yard?.service.close();
});

const destination = z.looseObject({ host: z.string(), port: z.coerce.string() });

/** Where this process was connected to, but for its own database. */
function connections(): readonly string[] {
  const database = new URL(yard.service.stack.server.url).host;
  return connect.mock.calls
    .map((to: readonly unknown[]) => destination.parse(to.flat()[0]))
    .map(({ host, port }) => `${host}:${port}`)
    .filter((host) => host !== database);
}

type Description = Readonly<Record<string, unknown>>;

const mill = async (): Promise<Description> => Object(await reviewer.read(path));

describe('watching connections', () => {
  it('notices what is fetched', async () => {
    expect((await fetch(remote)).status).toBe(200);
    expect(connections()).toEqual([new URL(remote).host]);
  });
});

/** Documents in which a context stands by its address alone. */
const documents: readonly (readonly [
  title: string,
  document: (whole: Description, address: string) => Description,
])[] = [
  ['that of the document', (whole, address) => ({ ...whole, '@context': address })],
  [
    'one in a list',
    (whole, address) => ({
      ...whole,
      '@context': ['https://linked.art/ns/v1/linked-art.json', {}, address],
    }),
  ],
  ['one behind null', (whole, address) => ({ ...whole, '@context': [null, address] })],
  [
    'one that is imported',
    (whole, address) => ({ ...whole, '@context': { '@version': 1.1, '@import': address } }),
  ],
  [
    'that of a property',
    ({ [nameProperty]: names, ...whole }, address) => ({
      ...whole,
      '@context': { names: { '@id': nameProperty, '@context': address } },
      names,
    }),
  ],
  [
    'that of a class',
    (whole, address) => ({
      ...whole,
      '@context': { Mill: { '@id': crm('E22_Man-Made_Object'), '@context': address } },
      '@type': 'Mill',
    }),
  ],
  [
    'that of a thing in the document',
    (whole, address) => ({
      ...whole,
      [nameProperty]: { '@context': address, '@type': crm('E41_Appellation') },
    }),
  ],
  [
    'that of a thing in a list',
    (whole, address) => ({
      ...whole,
      [nameProperty]: [{ '@type': crm('E41_Appellation') }, { '@context': [[], address] }],
    }),
  ],
];

describe.each(documents)('a context that is named by its address: %s', (_, document) => {
  it('is not fetched, and the document is refused', async () => {
    const before = await yard.traces();
    for (const address of [remote, 'https://elsewhere.example/context.jsonld']) {
      const answer = await reviewer.ask('PUT', path, document(await mill(), address));
      const [status, code] = await refusalOf(answer);
      expect([status, code, connections()]).toEqual([400, 'unreadable_document', []]);
    }
    expect(await yard.traces()).toBe(before);
  });
});

describe('an address that is no context', () => {
  it.each<[title: string, more: (address: string) => Description, status: number]>([
    ['a property', (address) => ({ [`${address}#colour`]: 'red' }), 422],
    [
      'a thing that is referred to',
      (address) => ({ [crm('P130_shows_features_of')]: { '@id': address } }),
      422,
    ],
    ['a base', (address) => ({ '@context': { '@base': address } }), 200],
    [
      'a text',
      (address) => ({ [nameProperty]: { [crm('P3_has_note')]: { [rdfValue]: address } } }),
      200,
    ],
  ])('is not asked for: %s', async (_, more, status) => {
    const answer = await reviewer.ask('PUT', path, { ...(await mill()), ...more(remote) });
    expect([answer.status, connections()]).toEqual([status, []]);
  });

  it('is not asked for where a header names it as a context', async () => {
    const link = `<${remote}>; rel="http://www.w3.org/ns/json-ld#context"`;
    const answer = await reviewer.ask('PUT', path, await mill(), { link });
    expect([answer.status, connections()]).toEqual([200, []]);
  });
});

describe('a context that the service brings along', () => {
  it('is not fetched', async () => {
    const document = { ...(await mill()), '@context': 'https://linked.art/ns/v1/linked-art.json' };
    const answer = await reviewer.ask('PUT', path, document);
    expect([answer.status, connections()]).toEqual([200, []]);
  });
});

describe('GET /resources/{id}', () => {
  it.each([...rdfFormatNames, 'json-ld&profile=linked'])('fetches nothing for %s', async (form) => {
    const answer = await reviewer.ask('GET', `${path}?format=${form}`);
    await answer.text();
    expect([answer.status, connections()]).toEqual([200, []]);
  });
});
