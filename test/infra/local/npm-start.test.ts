import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLocalDataApi } from '../../../infra/cli/connection.ts';
import { startNode, type ChildProcessHandle } from '../../../infra/local/child-process.ts';
import { readDataFolderLock } from '../../../infra/local/data-folder.ts';
import { findFreePort } from '../../../infra/local/free-port.ts';
import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { sql } from '../../../lib/data-api/sql.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import {
  listUnusedMethods,
  listRoutedOperations,
  type RoutedOperation,
} from '../../gateway/operations.ts';
import { readProblem } from '../../gateway/problem.ts';

const main = fileURLToPath(new URL('../../../infra/local/start.ts', import.meta.url));
type LocalRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The number of calls before the first byte of the features; reading all features takes more calls. */
const callsBeforeFirstByte = 2;
const otherOrigin = 'http://localhost:5173';
let folder: string;
let service: ChildProcessHandle;
let url: string;
let port: number;
let operations: readonly RoutedOperation[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-start-'));
  port = await findFreePort(0);
  url = `http://localhost:${port}`;
  service = startNode([main], { HDS_DATA_DIR: folder, HDS_DATABASE_URL: '', PORT: String(port) });
  await waitUntilReady(service);
  operations = await listRoutedOperations((await openGateway()).api);
});

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the service reports that it is ready. */
async function waitUntilReady({ process: started, ended }: ChildProcessHandle): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    started.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(`npm start ended: ${output}`)));
  });
}

function pickCrossOriginHeaders(response: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...response.headers].filter(([name]) => name.startsWith('access-control-')),
  );
}

/** Sends a request that fetch refuses to send. @returns the head of the answer */
async function sendRaw(lines: readonly string[]): Promise<string> {
  const socket = connect(port, 'localhost');
  socket.write([...lines, 'Host: localhost', '', ''].join('\r\n'), 'latin1');
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('\r\n\r\n')) break;
  }
  return answer;
}

/** Replaces the geometries of some features by lines with many points, so that reading all features takes several calls. */
async function lengthenFeatures(emulator: string): Promise<void> {
  await createLocalDataApi(emulator, 'owner').write(sql`with line as (
  select jsonb_build_object(
    'type', 'FeatureCollection',
    'features', jsonb_build_array(jsonb_build_object(
      'type', 'Feature',
      'properties', '{}'::jsonb,
      'geometry', jsonb_build_object('type', 'LineString', 'coordinates', jsonb_agg(jsonb_build_array(n / 1000.0, 1)))
    ))
  ) as value
  from generate_series(1, 20000) n
)
update tile t
set data = jsonb_set(t.data, array[f.node_id::text], line.value)
from (
  select distinct f.tile_id, f.node_id
  from feature f
  limit 8
) f
cross join line
where f.tile_id = t.tile_id`);
}

/** Delays calls of the Data API for longer than any test takes, except the next few. */
async function delayCallsAfter(emulator: string, undelayedCalls: number): Promise<void> {
  const delays = [
    { milliseconds: 0, times: undelayedCalls },
    { milliseconds: 3_600_000, times: 1000 },
  ];
  for (const delay of delays) {
    const body = JSON.stringify({ when: 'before', kind: 'delay', ...delay });
    await fetch(`${emulator}/emulator/faults`, { method: 'POST', body });
  }
}

describe('the local service', () => {
  it('lets other origins read every answer except its own pages, but never with credentials', async () => {
    const inits: readonly LocalRequest[] = [
      {},
      { method: 'PATCH' },
      { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } },
    ];
    for (const routed of operations) {
      for (const init of inits) {
        const headers = { ...init.headers, origin: otherOrigin, cookie: 'a=b' };
        const request = { method: routed.method, redirect: 'manual', ...init, headers } as const;
        const response = await fetch(`${url}${routed.examplePath}`, request);
        const requestName = [routed.operation.id, request.method];
        const corsHeaders = pickCrossOriginHeaders(response);
        const isPage = routed.operation.access === 'session';
        const origin = corsHeaders['access-control-allow-origin'];
        expect([...requestName, origin]).toEqual([...requestName, isPage ? undefined : '*']);
        expect(isPage && Object.keys(corsHeaders).length > 0).toBe(false);
        expect(corsHeaders).not.toHaveProperty('access-control-allow-credentials');
        expect([...requestName, response.headers.get('x-content-type-options')]).toEqual([
          ...requestName,
          'nosniff',
        ]);
        await response.body?.cancel();
      }
    }
  });

  it('never answers 500 or more to a JSON body, even if it is not an object', async () => {
    const statuses = new Map<string, Set<number>>();
    const operationsWithBody = operations.filter(
      ({ method }) => method === 'POST' || method === 'PUT',
    );
    for (const { method, examplePath, operation } of operationsWithBody) {
      for (const body of ['false', '0', 'null', '""', '"x"', '[]', 'true', '-1e400']) {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${url}${examplePath}`, {
          method,
          body,
          headers,
          redirect: 'manual',
        });
        expect([operation.id, body, response.status < 500]).toEqual([operation.id, body, true]);
        const operationStatuses = statuses.get(operation.id) ?? new Set();
        statuses.set(operation.id, operationStatuses.add(response.status));
        await response.body?.cancel();
      }
    }
    // This operation requires an object, so it refuses all of these bodies.
    expect(statuses.get('query-geojson')).toEqual(new Set([400]));
  });

  it('answers GET at its root address even with an expired token, and 405 to PATCH', async () => {
    const response = await fetch(url, { headers: { authorization: 'Bearer expired' } });
    expect(await response.json()).toMatchObject({ links: expect.any(Array) });
    const patched = await fetch(url, { method: 'PATCH' });
    expect([patched.status, patched.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('answers 405 with Allow to every method that a path does not support', async () => {
    const answers = await Promise.all(
      listUnusedMethods(operations).map(async ([method, path]) => {
        const response = await fetch(`${url}${path}`, { method });
        await response.body?.cancel();
        return [method, path, response.status, response.headers.get('allow') !== null];
      }),
    );
    expect(
      answers.filter(([, , status, hasAllowHeader]) => status !== 405 || !hasAllowHeader),
    ).toEqual([]);
  });

  it('reports the offset of the byte at which a body is not UTF-8', async () => {
    const response = await fetch(`${url}/geojson`, {
      method: 'POST',
      body: Buffer.from([0x7b, 0x22, 0xe9]),
      headers: { 'content-type': 'application/json' },
    });
    expect(await readProblem(response)).toMatchObject({ status: 400, code: 'not_utf8', offset: 2 });
  });

  it('adds the common headers to the 400 of its HTTP server', async () => {
    const head = await sendRaw(['GET /resources/%zz HTTP/1.1']);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('ignores malformed cookies', async () => {
    for (const cookie of ['a b=c d', '=', 'x="', 'Größe=1', '{"a":1}']) {
      const head = await sendRaw([
        `GET /resources/${exampleResourceId}?format=json HTTP/1.1`,
        `Cookie: ${cookie}`,
      ]);
      expect([cookie, head.split('\r\n', 1)[0]]).toEqual([cookie, 'HTTP/1.1 200 OK']);
    }
  });

  it('sends the first features before later calls of the Data API are answered', async () => {
    const emulator = (await readDataFolderLock(folder))?.dataApiUrl ?? '';
    await lengthenFeatures(emulator);
    await delayCallsAfter(emulator, callsBeforeFirstByte);
    try {
      const response = await fetch(`${url}/geojson`);
      // Without a content length, the body is chunked.
      expect(response.headers.get('content-length')).toBeNull();
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      expect(Buffer.from(value ?? []).toString()).toMatch(
        /^\{"type":"FeatureCollection","features":\[/,
      );
      await reader?.cancel();
    } finally {
      await fetch(`${emulator}/emulator/faults`, { method: 'DELETE' });
    }
  });
});
