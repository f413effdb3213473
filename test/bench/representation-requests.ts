import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { toRequestFigures, type TimedRequest } from './request-figures.ts';

const runs = 100;
const warmUpRuns = 5;

/** The form with which the others are compared: the stored tiles without conversion. */
const plainestForm = 'json';

/** The query of each form of a resource instance, by the name of the form. */
const forms = {
  [plainestForm]: 'format=json',
  'service-json': 'format=service-json',
  'json-ld': 'format=json-ld',
  'json-ld linked': 'format=json-ld&profile=linked',
  xml: 'format=xml',
  turtle: 'format=turtle',
  'n-triples': 'format=n-triples',
} as const;

type FormRequest = {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: 200 | 304;
};

/**
 * Measures GET /resources/{id} in every form of the packaged service behind the emulated gateway, compared with the form `json` in
 * the same run. Only one request is in progress at a time, and the forms alternate, so that other work on the machine affects all of them.
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
    const resultsByForm = new Map(requests.map(({ name }) => [name, [] as TimedRequest[]]));
    for (let run = -warmUpRuns; run < runs; run += 1) {
      for (const request of requests) {
        const result = await measureRequest(request, stack);
        if (run >= 0) resultsByForm.get(request.name)?.push(result);
      }
    }
    const peerResults = resultsByForm.get(plainestForm) ?? [];
    return [...resultsByForm].flatMap(([name, results]) =>
      toRequestFigures(
        `GET /resources/{id}, ${name}, ${kind}`,
        results,
        { name: plainestForm, requests: name === plainestForm ? [] : peerResults },
        1,
      ),
    );
  } finally {
    await service.close();
  }
}

async function buildRequests(serviceUrl: string): Promise<readonly FormRequest[]> {
  const url = (query: string): string => `${serviceUrl}/resources/${exampleResourceId}?${query}`;
  // API Gateway compresses answers, not the function, so compression is not measured.
  const headers = { 'accept-encoding': 'identity' };
  const taggedResponse = await fetch(url(forms['json-ld']), { headers });
  await taggedResponse.arrayBuffer();
  return [
    ...Object.entries(forms).map(([name, query]): FormRequest => ({
      name,
      url: url(query),
      headers,
      status: 200,
    })),
    {
      name: 'json-ld that is known',
      url: url(forms['json-ld']),
      headers: { ...headers, 'if-none-match': taggedResponse.headers.get('etag') ?? '' },
      status: 304,
    },
  ];
}

async function measureRequest(
  { url, headers, status }: FormRequest,
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
