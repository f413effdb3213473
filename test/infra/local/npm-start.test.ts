import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startNode, type Child } from '../../../infra/local/child-process.ts';
import { freePort } from '../../../infra/local/free-port.ts';
import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { openGateway } from '../../gateway/imitation/gateway.ts';
import { otherMethods, placedOperations, type PlacedOperation } from '../../gateway/operations.ts';
import { problemOf } from '../../gateway/problem.ts';

const main = fileURLToPath(new URL('../../../infra/local/start.ts', import.meta.url));
type LocalRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const elsewhere = 'http://localhost:5173';
let folder: string;
let service: Child;
let url: string;
let port: number;
let operations: readonly PlacedOperation[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-start-'));
  port = await freePort(0);
  url = `http://localhost:${port}`;
  service = startNode([main], { HDS_DATA_DIR: folder, HDS_DATABASE_URL: '', PORT: String(port) });
  await ready(service);
  operations = await placedOperations((await openGateway()).api);
});

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the service says that it is ready. */
async function ready({ process: started, ended }: Child): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    started.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(`npm start ended: ${output}`)));
  });
}

function crossOriginHeaders(response: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...response.headers].filter(([name]) => name.startsWith('access-control-')),
  );
}

/** Sends what fetch refuses to send. @returns the head of the answer */
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

describe('the local service', () => {
  it('lets pages of other ports read nothing of a page or its form, and all the rest without credentials', async () => {
    const inits: readonly LocalRequest[] = [
      {},
      { method: 'PATCH' },
      { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } },
    ];
    for (const one of operations) {
      for (const init of inits) {
        const headers = { ...init.headers, origin: elsewhere, cookie: 'a=b' };
        const request = { method: one.method, redirect: 'manual', ...init, headers } as const;
        const response = await fetch(`${url}${one.examplePath}`, request);
        const place = [one.operation.id, request.method];
        const allowed = crossOriginHeaders(response);
        const isPage = one.operation.access === 'session';
        const origin = allowed['access-control-allow-origin'];
        expect([...place, origin]).toEqual([...place, isPage ? undefined : '*']);
        expect(isPage && Object.keys(allowed).length > 0).toBe(false);
        expect(allowed).not.toHaveProperty('access-control-allow-credentials');
        expect([...place, response.headers.get('x-content-type-options')]).toEqual([
          ...place,
          'nosniff',
        ]);
        await response.body?.cancel();
      }
    }
  });

  it('takes a whole body of JSON for what it is, as deployed: each is read, and none is an error of the service', async () => {
    const statuses = new Map<string, Set<number>>();
    const takers = operations.filter(({ method }) => method === 'POST' || method === 'PUT');
    for (const { method, examplePath, operation } of takers) {
      for (const body of ['false', '0', 'null', '""', '"x"', '[]', 'true', '-1e400']) {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${url}${examplePath}`, {
          method,
          body,
          headers,
          redirect: 'manual',
        });
        expect([operation.id, body, response.status < 500]).toEqual([operation.id, body, true]);
        const of = statuses.get(operation.id) ?? new Set();
        statuses.set(operation.id, of.add(response.status));
        await response.body?.cancel();
      }
    }
    // None of them is an object with parameters.
    expect(statuses.get('query-geojson')).toEqual(new Set([400]));
  });

  it('begins at its address, for reading', async () => {
    const response = await fetch(url, { headers: { authorization: 'Bearer expired' } });
    expect(await response.json()).toMatchObject({ links: expect.any(Array) });
    const patched = await fetch(url, { method: 'PATCH' });
    expect([patched.status, patched.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('answers 405 to every method that a path does not have, whatever other paths have', async () => {
    const answers = await Promise.all(
      otherMethods(operations).map(async ([method, path]) => {
        const response = await fetch(`${url}${path}`, { method });
        await response.body?.cancel();
        return [method, path, response.status, response.headers.get('allow') !== null];
      }),
    );
    expect(answers.filter(([, , status, saysMethods]) => status !== 405 || !saysMethods)).toEqual(
      [],
    );
  });

  it('tells at which byte a body is not UTF-8', async () => {
    const response = await fetch(`${url}/geojson`, {
      method: 'POST',
      body: Buffer.from([0x7b, 0x22, 0xe9]),
      headers: { 'content-type': 'application/json' },
    });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'not_utf8', offset: 2 });
  });

  it('answers what its server refuses by itself with the headers of all answers', async () => {
    const head = await sendRaw(['GET /resources/%zz HTTP/1.1']);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('reads cookies that are not those of the service as if they were none', async () => {
    for (const cookie of ['a b=c d', '=', 'x="', 'Größe=1', '{"a":1}']) {
      const head = await sendRaw([
        `GET /resources/${exampleResourceId}?format=json HTTP/1.1`,
        `Cookie: ${cookie}`,
      ]);
      expect([cookie, head.split('\r\n', 1)[0]]).toEqual([cookie, 'HTTP/1.1 200 OK']);
    }
  });
});
