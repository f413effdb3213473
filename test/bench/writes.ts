import { randomUUID } from 'node:crypto';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../infra/signing-keys.ts';
import { createSecrets } from '../../lib/secrets/client.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import type { TestStack } from '../support/stack.ts';
import { configure, secretsOptions } from './environment.ts';
import type { Figure } from './figure.ts';
import { connections, measureWork } from './load.ts';
import { requestFigures, type TimedRequest } from './request-figures.ts';

const runs = 60;
const warmingUp = 5;

/** The peer of every write: reading the same document. */
const peer = 'GET';

/**
 * Measures PUT and DELETE of a resource instance of the packaged service behind the emulated gateway, compared with GET of the same
 * document in the same run: one request at a time for the times, and several concurrent requests for the requests per second.
 * @param stack with the sample
 */
export async function benchWrites(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configure(stack);
  const secrets = createSecrets(secretsOptions(stack));
  await ensureSigningKey({ data: stack.data, secrets, secretId: localSigningKeySecretArn });
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const get = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);
    const account = await createTestAccount({ stack }, 'bench-writer', { isAdministrator: true });
    const { clientId } = await createTestApplication({ stack }, account);
    const { access_token: token } = await fetchTokens({ fetch: get }, 'bench-writer', clientId);
    const headers = { ...bearerHeader(token), 'accept-encoding': 'identity' };
    const ask = askerOf(get, headers, stack);
    return [...(await times(ask, kind)), await throughput(ask, stack, kind)];
  } finally {
    await service.close();
  }
}

type Asker = (
  method: string,
  path: string,
  body?: string,
) => Promise<TimedRequest & { readonly text: string }>;

function askerOf(
  get: (path: string, init?: RequestInit) => Promise<Response>,
  headers: Readonly<Record<string, string>>,
  stack: TestStack,
): Asker {
  return async (method, path, body) => {
    const before = stack.server.counters.read().calls;
    const start = performance.now();
    const response = await get(path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return { milliseconds, calls: stack.server.counters.read().calls - before, text };
  };
}

const path = `/resources/${exampleResourceId}`;

async function times(ask: Asker, kind: string): Promise<readonly Figure[]> {
  const { text: jsonLd } = await ask('GET', `${path}?hidden=false`);
  const { text: linked } = await ask('GET', `${path}?hidden=false&profile=linked`);
  const { text: serviceJson } = await ask('GET', `${path}?hidden=false&format=service-json`);
  const copy = copyOf(serviceJson);
  const requests: Readonly<Record<string, (run: number) => ReturnType<Asker>>> = {
    [peer]: () => ask('GET', `${path}?hidden=false`),
    'PUT json-ld, unchanged': () => ask('PUT', path, jsonLd),
    'PUT json-ld linked, unchanged': () => ask('PUT', path, linked),
    'PUT service-json, unchanged': () => ask('PUT', path, serviceJson),
    'PUT json-ld, one tile changed': (run) => ask('PUT', path, withOtherText(jsonLd, run)),
    // The next run must change the document again.
    'PUT json-ld, one tile changed back': () => ask('PUT', path, jsonLd),
    'PUT service-json, a new one': () =>
      ask('PUT', `/resources/${copy.graphId}/${copy.id}`, copy.body),
    'DELETE of the new one': () => ask('DELETE', `/resources/${copy.id}`),
  };
  const measured = new Map(Object.keys(requests).map((name) => [name, [] as TimedRequest[]]));
  for (let run = -warmingUp; run < runs; run += 1) {
    for (const [name, request] of Object.entries(requests)) {
      const asked = await request(run);
      if (run >= 0) measured.get(name)?.push(asked);
    }
  }
  const beside = measured.get(peer) ?? [];
  return [...measured].flatMap(([name, all]) =>
    requestFigures(
      `${name}, ${kind}`,
      all,
      { name: peer, requests: name === peer ? [] : beside },
      /^GET|unchanged/.test(name) ? 1 : 2,
    ),
  );
}

/** Replaces the ids of a resource instance. */
function copyOf(serviceJson: string): {
  readonly id: string;
  readonly graphId: string;
  readonly body: string;
} {
  const record: { graph_id: string; tiles: { tileid: string }[] } = JSON.parse(serviceJson);
  const copyId = randomUUID();
  const ids = new Map(record.tiles.map(({ tileid }) => [tileid, randomUUID()]));
  const body = serviceJson.replaceAll(
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g,
    (id) => (id === exampleResourceId ? copyId : ids.get(id)) ?? id,
  );
  return { id: copyId, graphId: record.graph_id, body };
}

/** The name of a place of the sample in every language. */
const name = 'Stonehenge';

function withOtherText(document: string, run: number): string {
  if (!document.includes(name)) throw new Error(`The document has no ${name}.`);
  return document.replaceAll(name, `${name} ${run}`);
}

/** Each of several writers changes its own resource instance. */
async function throughput(ask: Asker, stack: TestStack, kind: string): Promise<Figure> {
  const { text } = await ask('GET', `/resources/?limit=${connections}`);
  const { 'ldp:contains': uris }: { readonly 'ldp:contains': readonly string[] } = JSON.parse(text);
  const writers = await Promise.all(
    uris.map(async (uri) => {
      const own = new URL(uri).pathname;
      const record: { tiles: { sortorder: number }[] } = JSON.parse(
        (await ask('GET', `${own}?format=service-json&hidden=false`)).text,
      );
      let turn = 100;
      return async () => {
        turn += 1;
        const tiles = record.tiles.map((tile, at) =>
          at === 0 ? { ...tile, sortorder: turn } : tile,
        );
        await ask('PUT', own, JSON.stringify({ ...record, tiles }));
      };
    }),
  );
  const { perSecond } = await measureWork(writers, stack);
  const reading = await measureWork(
    uris.map((uri) => () => ask('GET', `${new URL(uri).pathname}?format=service-json`)),
    stack,
  );
  return {
    subject: `PUT with one tile changed, ${connections} writers, ${kind}`,
    measure: 'requests a second',
    value: perSecond,
    unit: '/s',
    beside: { name: 'GET of the same', value: reading.perSecond },
  };
}
