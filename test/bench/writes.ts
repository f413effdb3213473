import { randomUUID } from 'node:crypto';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { ensureSigningKey } from '../../infra/cli/signing-keys.ts';
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
import { configureFunctions, secretsOptions } from './environment.ts';
import type { Figure } from './figure.ts';
import { connectionCount, measureWork } from './load.ts';
import { toRequestFigures, type TimedRequest } from './request-figures.ts';

const runs = 60;
const warmUpRuns = 5;

/** The request with which every write is compared: reading the same document. */
const peerName = 'GET';

/**
 * Measures PUT and DELETE of a resource instance of the packaged service behind the emulated gateway, compared with GET of the same
 * document in the same run: one request at a time for the times, and several concurrent requests for the requests per second.
 * @param stack with the sample
 */
export async function benchWrites(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configureFunctions(stack);
  const secrets = createSecrets(secretsOptions(stack));
  await ensureSigningKey({ dataApi: stack.dataApi, secrets, secretId: localSigningKeySecretArn });
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const fetchPath = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);
    const account = await createTestAccount({ stack }, 'bench-writer', { isAdministrator: true });
    const { clientId } = await createTestApplication({ stack }, account);
    const { access_token: token } = await fetchTokens(
      { fetch: fetchPath },
      'bench-writer',
      clientId,
    );
    const headers = { ...bearerHeader(token), 'accept-encoding': 'identity' };
    const send = createSendTimed(fetchPath, headers, stack);
    return [...(await measureTimes(send, kind)), await measureThroughput(send, stack, kind)];
  } finally {
    await service.close();
  }
}

type SendTimed = (
  method: string,
  path: string,
  body?: string,
) => Promise<TimedRequest & { readonly text: string }>;

function createSendTimed(
  fetchPath: (path: string, init?: RequestInit) => Promise<Response>,
  headers: Readonly<Record<string, string>>,
  stack: TestStack,
): SendTimed {
  return async (method, path, body) => {
    const callsBefore = stack.server.counters.read().calls;
    const start = performance.now();
    const response = await fetchPath(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return { milliseconds, calls: stack.server.counters.read().calls - callsBefore, text };
  };
}

const examplePath = `/resources/${exampleResourceId}`;

async function measureTimes(send: SendTimed, kind: string): Promise<readonly Figure[]> {
  const { text: jsonLd } = await send('GET', `${examplePath}?hidden=false`);
  const { text: linked } = await send('GET', `${examplePath}?hidden=false&profile=linked`);
  const { text: serviceJson } = await send(
    'GET',
    `${examplePath}?hidden=false&format=service-json`,
  );
  const copy = copyRecord(serviceJson);
  const requests: Readonly<Record<string, (run: number) => ReturnType<SendTimed>>> = {
    [peerName]: () => send('GET', `${examplePath}?hidden=false`),
    'PUT json-ld, unchanged': () => send('PUT', examplePath, jsonLd),
    'PUT json-ld linked, unchanged': () => send('PUT', examplePath, linked),
    'PUT service-json, unchanged': () => send('PUT', examplePath, serviceJson),
    'PUT json-ld, one tile changed': (run) => send('PUT', examplePath, withOtherText(jsonLd, run)),
    // The next run must change the document again.
    'PUT json-ld, one tile changed back': () => send('PUT', examplePath, jsonLd),
    'PUT service-json, a new one': () =>
      send('PUT', `/resources/${copy.graphId}/${copy.id}`, copy.body),
    'DELETE of the new one': () => send('DELETE', `/resources/${copy.id}`),
  };
  const resultsByRequest = new Map(
    Object.keys(requests).map((name) => [name, [] as TimedRequest[]]),
  );
  for (let run = -warmUpRuns; run < runs; run += 1) {
    for (const [name, request] of Object.entries(requests)) {
      const result = await request(run);
      if (run >= 0) resultsByRequest.get(name)?.push(result);
    }
  }
  const peerResults = resultsByRequest.get(peerName) ?? [];
  return [...resultsByRequest].flatMap(([name, results]) =>
    toRequestFigures(
      `${name}, ${kind}`,
      results,
      { name: peerName, requests: name === peerName ? [] : peerResults },
      /^GET|unchanged/.test(name) ? 1 : 2,
    ),
  );
}

/** A copy of a resource instance with new ids. */
function copyRecord(serviceJson: string): {
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
const placeName = 'Stonehenge';

function withOtherText(document: string, run: number): string {
  if (!document.includes(placeName)) throw new Error(`The document has no ${placeName}.`);
  return document.replaceAll(placeName, `${placeName} ${run}`);
}

/** Measures several writers at once, each of which changes a resource instance of its own. */
async function measureThroughput(send: SendTimed, stack: TestStack, kind: string): Promise<Figure> {
  const { text } = await send('GET', `/resources/?limit=${connectionCount}`);
  const { 'ldp:contains': uris }: { readonly 'ldp:contains': readonly string[] } = JSON.parse(text);
  const writers = await Promise.all(
    uris.map(async (uri) => {
      const resourcePath = new URL(uri).pathname;
      const record: { tiles: { sortorder: number }[] } = JSON.parse(
        (await send('GET', `${resourcePath}?format=service-json&hidden=false`)).text,
      );
      let sortOrder = 100;
      return async () => {
        sortOrder += 1;
        const tiles = record.tiles.map((tile, index) =>
          index === 0 ? { ...tile, sortorder: sortOrder } : tile,
        );
        await send('PUT', resourcePath, JSON.stringify({ ...record, tiles }));
      };
    }),
  );
  const { perSecond } = await measureWork(writers, stack);
  const reads = await measureWork(
    uris.map((uri) => () => send('GET', `${new URL(uri).pathname}?format=service-json`)),
    stack,
  );
  return {
    subject: `PUT with one tile changed, ${connectionCount} writers, ${kind}`,
    measure: 'requests a second',
    value: perSecond,
    unit: '/s',
    beside: { name: 'GET of the same', value: reads.perSecond },
  };
}
