import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import type { TestStack } from '../support/stack.ts';
import { configure } from './environment.ts';
import type { Figure } from './figure.ts';
import { requestFigures, type TimedRequest } from './request-figures.ts';

const runs = 100;
const warmingUp = 5;

/** The peer of all forms: the stored tiles without conversion. */
const plainest = 'json';

/** Queries of the forms of a resource instance, by name. */
const forms = {
  [plainest]: 'format=json',
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
 * Measures GET /resources/{id} in every form of the packaged service behind the emulated gateway, compared with business data in the
 * same run. Only one request is in progress at a time, and the forms alternate, so that other work on the machine affects all of them.
 * @param stack with the sample, which Guest may read
 */
export async function benchRepresentationRequests(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configure(stack);
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const requests = await requestsOf(service.url);
    const measured = new Map(requests.map(({ name }) => [name, [] as TimedRequest[]]));
    for (let run = -warmingUp; run < runs; run += 1) {
      for (const request of requests) {
        const asked = await ask(request, stack);
        if (run >= 0) measured.get(request.name)?.push(asked);
      }
    }
    const beside = measured.get(plainest) ?? [];
    return [...measured].flatMap(([name, all]) =>
      requestFigures(
        `GET /resources/{id}, ${name}, ${kind}`,
        all,
        { name: plainest, requests: name === plainest ? [] : beside },
        1,
      ),
    );
  } finally {
    await service.close();
  }
}

async function requestsOf(serviceUrl: string): Promise<readonly FormRequest[]> {
  const url = (query: string): string => `${serviceUrl}/resources/${exampleResourceId}?${query}`;
  // The API compresses answers, not the function.
  const headers = { 'accept-encoding': 'identity' };
  const tagged = await fetch(url(forms['json-ld']), { headers });
  await tagged.arrayBuffer();
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
      headers: { ...headers, 'if-none-match': tagged.headers.get('etag') ?? '' },
      status: 304,
    },
  ];
}

async function ask({ url, headers, status }: FormRequest, stack: TestStack): Promise<TimedRequest> {
  const before = stack.server.counters.read().calls;
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const milliseconds = performance.now() - start;
  if (response.status !== status) throw new Error(`${url} answered ${response.status}.`);
  return { milliseconds, calls: stack.server.counters.read().calls - before };
}
