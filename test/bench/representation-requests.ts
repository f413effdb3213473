import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { toRequestFigures, type TimedRequest } from './request-figures.ts';

const runs = 100;
const warmUpRuns = 5;

/** The representation with which the others are compared: the stored tiles without conversion. */
const peer = 'json';

/** The query of each representation of a resource instance, by its name. */
const queries = {
  [peer]: 'format=json',
  'service-json': 'format=service-json',
  'json-ld': 'format=json-ld',
  'json-ld linked': 'format=json-ld&profile=linked',
  xml: 'format=xml',
  turtle: 'format=turtle',
  'n-triples': 'format=n-triples',
} as const;

type RepresentationRequest = {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 304;
};

/**
 * Measures GET /resources/{id} in every representation of the packaged service behind the emulated gateway, compared with `json` in
 * the same run. Only one request is in progress at a time, and they alternate, so that other work on the machine affects all of them.
 * @param stack with the sample, which Guest may read
 */
export async function benchRepresentationRequests(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configureFunctions(stack);
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const requests = await buildRequests(service.url);
    const resultsByName = new Map(requests.map(({ name }) => [name, [] as TimedRequest[]]));
    for (let run = -warmUpRuns; run < runs; run += 1) {
      for (const request of requests) {
        const result = await measureRequest(request, stack);
        if (run >= 0) resultsByName.get(request.name)?.push(result);
      }
    }
    const peerResults = resultsByName.get(peer) ?? [];
    return [...resultsByName].flatMap(([name, results]) =>
      toRequestFigures(
        `GET /resources/{id}, ${name}, ${kind}`,
        results,
        { name: peer, requests: name === peer ? [] : peerResults },
        1,
      ),
    );
  } finally {
    await service.close();
  }
}

async function buildRequests(serviceUrl: string): Promise<readonly RepresentationRequest[]> {
  const url = (query: string): string => `${serviceUrl}/resources/${exampleResourceId}?${query}`;
  // Answers are compressed by API Gateway, not by the function, so compression is not measured.
  const headers = { 'accept-encoding': 'identity' };
  const taggedResponse = await fetch(url(queries['json-ld']), { headers });
  await taggedResponse.arrayBuffer();
  return [
    ...Object.entries(queries).map(([name, query]): RepresentationRequest => ({
      name,
      url: url(query),
      headers,
      status: 200,
    })),
    {
      name: 'json-ld, not modified',
      url: url(queries['json-ld']),
      headers: { ...headers, 'if-none-match': taggedResponse.headers.get('etag') ?? '' },
      status: 304,
    },
  ];
}

async function measureRequest(
  { url, headers, status }: RepresentationRequest,
  stack: TestStack,
): Promise<TimedRequest> {
  const callsBefore = stack.server.counters.read().calls;
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const milliseconds = performance.now() - start;
  if (response.status !== status) throw new Error(`${url} answered ${response.status}.`);
  return { milliseconds, calls: stack.server.counters.read().calls - callsBefore };
}
