import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { TreeTile } from '../../lib/model/resources/resource-tree.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import { baseUrl, openTestService, type TestService } from '../support/service.ts';
import { findTestData } from '../support/test-data.ts';
import {
  fillPlaceholders,
  type ImportCase,
  caseFile,
  readImportCases,
} from './json-ld-import/import-case.ts';
import {
  documentMismatches,
  problemMismatches,
  tileMismatches,
} from './json-ld-import/mismatches.ts';
import { canLoadCase, createCaseLoader } from './json-ld-import/case-loader.ts';

const fixtures = findTestData('arches-fixtures');

const cases = readImportCases().filter((importCase) => canLoadCase(importCase, fixtures));

const isAccepted = ({ expect: { status } }: ImportCase): boolean =>
  status.every((code) => code < 300);

type Answer = {
  readonly status: number;
  readonly location: string | null;
  readonly document: unknown;
  /** The body of the answer, shown if an assertion fails. */
  readonly text: string;
  /** The number of requests to the context server during this request. */
  readonly contextRequests: number;
};

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

const documentInAnswer = z.looseObject({ '@id': z.string() });

describe('the service, for a request that imports a JSON-LD document,', () => {
  let service: TestService;
  let headers: Readonly<Record<string, string>>;
  /** The server of the JSON-LD contexts that documents name. */
  let contextServer: Server;
  let contextRequestCount = 0;
  let fillAddresses: (text: string) => string;
  let loadCaseData: ReturnType<typeof createCaseLoader>;

  beforeAll(async () => {
    service = await openTestService();
    const administrator = await createTestAccount(service, 'administrator', {
      isAdministrator: true,
    });
    const { clientId } = await createTestApplication(service, administrator);
    headers = bearerHeader((await fetchTokens(service, 'administrator', clientId)).access_token);
    loadCaseData = createCaseLoader(service.importContext, fixtures);
    contextServer = createServer((_request, response) => {
      contextRequestCount += 1;
      response.end('{"@context": {}}');
    });
    await new Promise<void>((resolve) => {
      contextServer.listen(0, '127.0.0.1', resolve);
    });
    const address = z.object({ port: z.int() }).parse(contextServer.address());
    fillAddresses = (text) =>
      fillPlaceholders(text, { base: baseUrl, context_server: `http://127.0.0.1:${address.port}` });
  });

  afterAll(async () => {
    contextServer?.close();
    await service?.close();
  });

  async function sendRequest({
    method,
    path,
    query,
    body,
  }: ImportCase['request']): Promise<Response> {
    const parameters = new URLSearchParams(query).toString();
    return service.fetch(parameters === '' ? path : `${path}?${parameters}`, {
      method,
      headers: { ...headers, 'content-type': 'application/ld+json' },
      body: fillAddresses(readFileSync(caseFile(body), 'utf8')),
    });
  }

  async function readTiles(uri: string): Promise<readonly TreeTile[]> {
    const response = await service.fetch(`${new URL(uri).pathname}?format=json`, { headers });
    expect(response.status).toBe(200);
    const { business_data: data } = storedDocument.parse(await response.json());
    return data.resources[0].tiles.map((tile) => ({
      tileId: tile.tileid,
      nodegroupId: tile.nodegroup_id,
      parentTileId: tile.parenttile_id,
      data: tile.data,
    }));
  }

  /** Loads the data of a case, sends its request, and reads the answer. */
  async function sendCase(importCase: ImportCase): Promise<Answer> {
    const countBefore = contextRequestCount;
    await loadCaseData(importCase);
    const response = await sendRequest(importCase.request);
    const document: unknown = await response.json();
    return {
      status: response.status,
      location: response.headers.get('location'),
      document,
      text: JSON.stringify(document),
      contextRequests: contextRequestCount - countBefore,
    };
  }

  for (const importCase of cases.filter(isAccepted)) {
    const { id, title, request, expect: expected } = importCase;
    it(`${title} (${id})`, async () => {
      const { status, location, document, text } = await sendCase(importCase);
      expect({ isRight: expected.status.includes(status), text }).toEqual({ isRight: true, text });
      const { '@id': uri } = documentInAnswer.parse(document);
      expect(location).toBe(request.method === 'POST' ? uri : location);
      expect(documentMismatches(document, expected.paths, fillAddresses)).toEqual([]);
      expect(tileMismatches(await readTiles(uri), expected, fillAddresses)).toEqual([]);
    });
  }

  for (const importCase of cases.filter((candidate) => !isAccepted(candidate))) {
    const { id, title, request, expect: expected } = importCase;
    it(`${title} (${id})`, async () => {
      const { status, document, text, contextRequests } = await sendCase(importCase);
      expect({ isRight: expected.status.includes(status), text }).toEqual({ isRight: true, text });
      expect(problemMismatches(document, expected.problems, fillAddresses)).toEqual([]);
      expect(contextRequests).toBe(expected.requests_to_context_server);
      const resourceId = request.path.split('/').at(-1);
      expect((await service.fetch(`/resources/${resourceId}`, { headers })).status).toBe(404);
    });
  }
});
