import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importConcepts } from '../../infra/cli/import/concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs.ts';
import { importResources } from '../../infra/cli/import/resources.ts';
import type { PlacedTile } from '../../lib/model/resource-tree.ts';
import { bearer, createAccount, createApplication, signedIn } from '../support/accounts.ts';
import { baseUrl, openTestService, type TestService } from '../support/service.ts';
import { testData } from '../support/test-data.ts';
import { filledIn, type ImportCase, ownFile, readCases } from './json-ld-import/case.ts';
import { expectPaths, expectProblems, expectTiles } from './json-ld-import/expectations.ts';

const fixtures = testData('arches-fixtures');

const isFixture = (name: string): boolean => name.startsWith('arches-fixtures/');

/** The absolute path of a file that a case names. */
function fileOf(name: string): string {
  if (!isFixture(name)) return ownFile(name);
  return name.replace('arches-fixtures', fixtures ?? '');
}

const cases = readCases().filter(
  ({ graphs }) => fixtures !== undefined || !graphs.some((name) => isFixture(name)),
);

const storedDocument = z.object({
  business_data: z.object({
    resources: z.tuple([
      z.object({
        tiles: z.array(
          z.object({
            tileid: z.string(),
            nodegroup_id: z.string(),
            parenttile_id: z.string().nullable(),
            data: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ]),
  }),
});

const answeredDocument = z.looseObject({ '@id': z.string() });

describe('given a JSON-LD document, the service', () => {
  let service: TestService;
  let headers: Readonly<Record<string, string>>;
  /** Where contexts of somebody else would be. */
  let elsewhere: Server;
  let asked = 0;
  let fill: (text: string) => string;

  beforeAll(async () => {
    service = await openTestService();
    const administrator = await createAccount(service, 'administrator', { isAdministrator: true });
    const { clientId } = await createApplication(service, administrator);
    headers = bearer((await signedIn(service, 'administrator', clientId)).access_token);
    elsewhere = createServer((_request, response) => {
      asked += 1;
      response.end('{"@context": {}}');
    });
    await new Promise<void>((resolve) => {
      elsewhere.listen(0, '127.0.0.1', resolve);
    });
    const address = z.object({ port: z.int() }).parse(elsewhere.address());
    fill = (text) =>
      filledIn(text, { base: baseUrl, listener: `http://127.0.0.1:${address.port}` });
  });

  afterAll(async () => {
    elsewhere?.close();
    await service?.close();
  });

  async function load({ graphs, skos, seed }: ImportCase): Promise<void> {
    await importGraphs(graphs.map(fileOf), service.imports);
    if (skos.length > 0) await importConcepts(skos.map(fileOf), service.imports);
    if (seed.length > 0) await importResources(seed.map(fileOf), service.imports);
  }

  async function ask({ method, path, query, body }: ImportCase['request']): Promise<Response> {
    const parameters = new URLSearchParams(query).toString();
    return service.get(parameters === '' ? path : `${path}?${parameters}`, {
      method,
      headers: { ...headers, 'content-type': 'application/ld+json' },
      body: fill(readFileSync(ownFile(body), 'utf8')),
    });
  }

  async function tilesOf(uri: string): Promise<readonly PlacedTile[]> {
    const response = await service.get(`${new URL(uri).pathname}?format=json`, { headers });
    expect(response.status).toBe(200);
    const { business_data: data } = storedDocument.parse(await response.json());
    return data.resources[0].tiles.map((tile) => ({
      tileId: tile.tileid,
      nodegroupId: tile.nodegroup_id,
      parentTileId: tile.parenttile_id,
      data: tile.data,
    }));
  }

  async function expectNothingStored({ method, path }: ImportCase['request']): Promise<void> {
    if (method === 'POST') return;
    const id = path.split('/').at(-1);
    expect((await service.get(`/resources/${id}`, { headers })).status).toBe(404);
  }

  it.each(cases)('$title ($id)', async (imported) => {
    const { request, expect: expected } = imported;
    const before = asked;
    await load(imported);
    const response = await ask(request);
    const document: unknown = await response.json();
    expect(expected.status, JSON.stringify(document)).toContain(response.status);
    expect(asked - before).toBe(expected.requests_to_listener);
    if (!response.ok) {
      expectProblems(document, expected.problems, fill);
      await expectNothingStored(request);
      return;
    }
    expectPaths(document, expected.paths, fill);
    const { '@id': uri } = answeredDocument.parse(document);
    if (request.method === 'POST') expect(response.headers.get('location')).toBe(uri);
    const tiles = await tilesOf(uri);
    if (expected.tile_count !== undefined) expect(tiles).toHaveLength(expected.tile_count);
    if (expected.tile_tree !== undefined) expectTiles(tiles, expected.tile_tree, fill);
  });
});
