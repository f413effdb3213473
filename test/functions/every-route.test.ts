import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Operation } from '../../lib/http/operation.ts';
import { nilUuid } from '../../lib/model/ids.ts';
import { openGateway, type Gateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations } from '../gateway/operations.ts';
import { readProblem } from '../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import { nativeServerUrl } from '../support/database/open.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import { queryColumn, openSampleService } from '../support/sample.ts';
import { baseUrl, type TestService } from '../support/service.ts';
import { maskTime } from './every-answer.ts';
import {
  addStateAndIdentifier,
  answersWithData,
  examplePath,
  readRouteExamples,
  readsOnce,
  withQuery,
  type RouteExamples,
} from './examples.ts';

/** An operation on data: its path, and a parameter that changes its answer. */
type Route = {
  readonly path: string;
  readonly parameter: string;
  readonly value: string;
  readonly otherValue: string;
  /** The header with a token, if anonymous callers are refused. */
  readonly headers: Readonly<Record<string, string>>;
};

/** The number of operations that a test tries on the embedded database. */
const routesOfEmbeddedTest = 7;

let service: TestService;
let routes: readonly Route[];
/** A gateway that gives functions 4 seconds, of which they reserve 3 for the answer. */
let hurriedGateway: Gateway;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  hurriedGateway = await openGateway('sources', 4000);
  const reader = await createTestAccount(service, 'reader', { groups: ['Resource Editor'] });
  const { clientId } = await createTestApplication(service, reader);
  const { access_token: token } = await fetchTokens(service, 'reader', clientId);
  await addStateAndIdentifier(service);
  const examples = await readRouteExamples(service);
  const values = await parameterValues();
  const operations = (await listRoutedOperations(hurriedGateway.api))
    .filter(({ method, operation }) => method === 'GET' && answersWithData(operation))
    .map(({ operation }) => operation);
  routes = await Promise.all(
    operations.map((operation) => routeOf(operation, examples, values, bearerHeader(token))),
  );
});

/** Two values for each of some parameters, first those that change most of the answer. */
async function parameterValues(): Promise<Readonly<Record<string, readonly [string, string]>>> {
  const [model = '', otherModel = ''] = await queryColumn(
    service,
    'select graph_id::text from graph order by 1',
  );
  return {
    limit: ['3', '5'],
    format: ['service-json', 'json'],
    depthlimit: ['1', '2'],
    graph_id: [model, otherModel],
    indent: ['1', '4'],
  };
}

/** Adds a token if anonymous callers are refused, and finds the first parameter that changes the answer. */
async function routeOf(
  operation: Operation,
  examples: RouteExamples,
  values: Readonly<Record<string, readonly [string, string]>>,
  withToken: Readonly<Record<string, string>>,
): Promise<Route> {
  const path = examplePath(operation, examples);
  const { status } = await service.fetch(path);
  const headers = status === 401 ? withToken : {};
  const bodyWith = async (query: string): Promise<string | undefined> => {
    const response = await service.fetch(withQuery(path, query), { headers });
    return response.status === 200 ? response.text() : undefined;
  };
  for (const [parameter, [value, otherValue]] of Object.entries(values)) {
    if (!(parameter in operation.parameters.shape)) continue;
    const body = await bodyWith(`${parameter}=${value}`);
    const otherBody = await bodyWith(`${parameter}=${otherValue}`);
    if (body !== undefined && otherBody !== undefined && body !== otherBody) {
      return { path, parameter, value, otherValue, headers };
    }
  }
  throw new Error(`Give a parameter of ${operation.id} two values that change its answer.`);
}

afterAll(async () => service?.close());

/**
 * The operations that a test tries: a third of them; on the slow embedded database fewer. The next test continues.
 * @param turn the number of the test
 */
function routesInTurn(turn: number): readonly Route[] {
  const count = nativeServerUrl() ? Math.ceil(routes.length / 3) : routesOfEmbeddedTest;
  return takeInTurn(routes, turn, count);
}

type FetchOptions = { readonly method?: 'HEAD'; readonly headers?: Route['headers'] };

/** Requests a route. @returns the answer without the id of the request and the time */
async function fetchAnswer(
  route: Route,
  path = route.path,
  { method, headers: otherHeaders }: FetchOptions = {},
) {
  const headers = { ...route.headers, ...otherHeaders };
  const response = await service.fetch(path, { method: method ?? 'GET', headers });
  const compared = [...response.headers].filter(([name]) => !/request-?id$/.test(name));
  return {
    status: response.status,
    headers: Object.fromEntries(compared),
    body: maskTime(await response.text()),
  };
}

/** Removes the addresses of links, which repeat the query. */
function withoutAddresses(body: string): string {
  return body.replaceAll(/("href": ?)"[^"]*"/g, '$1""');
}

type Situation = readonly [path: string, headers: Readonly<Record<string, string>>];

/** Paths and headers that lead to answers with a body, answers without one, and errors. */
function situationsOf(route: Route): readonly [Situation, ...Situation[]] {
  const queries = ['indent=3', `${route.parameter}=${route.value}`, 'indent=11', 'format=yaml'];
  const unknown = route.path.replace(/[\da-f]{8}-[\da-f-]{27}/, nilUuid);
  return [
    [route.path, {}],
    ...queries.map((query) => [withQuery(route.path, query), {}] as const),
    [unknown, {}],
    [route.path, { 'If-None-Match': '*' }],
    [route.path, { 'X-Authorization': 'Bearer abc' }],
  ];
}

async function okBody(
  route: Route,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = withQuery(route.path, query);
  const { status, body } = await fetchAnswer(route, path, { headers });
  expect([path, status]).toEqual([path, 200]);
  return body;
}

describe('every operation that reads data', () => {
  it('is tested here, and each of the known parameters changes the answer of at least one', async () => {
    const knownParameters = Object.keys(await parameterValues());
    const testedParameters = new Set(routes.map(({ parameter }) => parameter));
    expect([...testedParameters].toSorted()).toEqual(knownParameters.toSorted());
    expect(routes.length).toBeGreaterThanOrEqual(12);
  });

  it('returns a JSON document that scripts of any origin may read', async () => {
    await mapConcurrently(routes, async (route) => {
      const { status, headers, body } = await fetchAnswer(route);
      expect([route.path, status]).toEqual([route.path, 200]);
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(
          /^application\/((ld|geo|schema)\+)?json(; profile="[^"]+")?$|^application\/vnd\.oai\.openapi\+json;version=3\.0$/,
        ),
        'access-control-allow-origin': '*',
        vary: expect.stringContaining('Authorization'),
      });
      expect(JSON.parse(body)).toBeTypeOf('object');
    });
  });

  it('indents without changing a value, and answers a repeated request with the same bytes', async () => {
    await mapConcurrently(routesInTurn(0), async (route) => {
      const plain = await okBody(route);
      expect(await okBody(route)).toBe(plain);
      const indented = await okBody(route, 'indent=3');
      expect(indented).toMatch(/^[{[]\n {3}\S/);
      const content: unknown = JSON.parse(withoutAddresses(plain));
      expect(JSON.parse(withoutAddresses(indented))).toEqual(content);
      const compact = await okBody(route, 'indent=0');
      expect(withoutAddresses(compact)).toBe(JSON.stringify(content));
    });
  });

  it('answers HEAD with the status and headers of GET, including Content-Length, but without a body', async () => {
    const statuses = new Set<number>();
    // Only some routes have an id in their path, and so a 404: on a server all are tried.
    const tried = nativeServerUrl() === undefined ? routesInTurn(1) : routes;
    await mapConcurrently([...tried.entries()], async ([turn, route]) => {
      const [plain, ...others] = situationsOf(route);
      for (const [path, headers] of [plain, ...takeInTurn(others, turn, 3)]) {
        const get = await fetchAnswer(route, path, { headers });
        expect(await fetchAnswer(route, path, { method: 'HEAD', headers })).toEqual({
          ...get,
          body: '',
        });
        const length = get.status === 304 ? undefined : String(Buffer.byteLength(get.body));
        expect([path, get.headers['content-length']]).toEqual([path, length]);
        expect({ path, ...get.headers }).toMatchObject({
          path,
          'x-content-type-options': 'nosniff',
          'strict-transport-security': 'max-age=31536000',
        });
        expect(length).not.toBe('0');
        statuses.add(get.status);
      }
    });
    expect(statuses).toEqual(new Set([200, 304, 400, 401, 404, 406]));
  });

  it('understands If-None-Match as a lone star or a list of tags, and ignores anything else', async () => {
    const mismatches: unknown[] = [];
    await mapConcurrently([...routesInTurn(2).entries()], async ([turn, route]) => {
      const { headers } = await fetchAnswer(route);
      const etag = headers['etag'];
      if (etag === undefined) return;
      const conditions = {
        304: [
          '*',
          ' * ',
          etag,
          `W/${etag.replace(/^W\//, '')}`,
          `"x", ${etag}`,
          `"a,b",, ${etag} ,`,
        ],
        200: [
          '"*"',
          '"x", "*"',
          '"x", *',
          '*, *',
          `${etag}*`,
          'nonsense*',
          'W/*',
          '"x"',
          'nonsense',
        ],
      };
      for (const [status, fields] of Object.entries(conditions)) {
        for (const field of takeInTurn(fields, turn, 2)) {
          const answer = await fetchAnswer(route, route.path, {
            headers: { 'If-None-Match': field },
          });
          if (answer.status !== Number(status)) mismatches.push([route.path, field, answer.status]);
        }
      }
    });
    expect(mismatches).toEqual([]);
  });

  it('answers a path with a trailing slash like the path without it', async () => {
    await mapConcurrently(routesInTurn(3), async (route) => {
      const slashed = route.path.replace(/(?=\?|$)/, '/');
      expect(await fetchAnswer(route, slashed)).toEqual(await fetchAnswer(route));
    });
  });

  it('reads parameters from headers with either prefix, and prefers those of the query', async () => {
    await mapConcurrently(routesInTurn(4), async (route) => {
      const { parameter, value, otherValue } = route;
      const bodyByQuery = await okBody(route, `${parameter}=${value}`);
      const otherBody = await okBody(route, `${parameter}=${otherValue}`);
      expect(withoutAddresses(bodyByQuery)).not.toBe(withoutAddresses(otherBody));
      for (const prefix of ['X-SERVICE-', 'x-arches-']) {
        const name = `${prefix}${parameter.toUpperCase().replaceAll('_', '-')}`;
        const bodyByHeader = await okBody(route, '', { [name]: value });
        expect(withoutAddresses(bodyByHeader)).toBe(withoutAddresses(bodyByQuery));
        const bodyOfBoth = await okBody(route, `${parameter}=${value}`, { [name]: otherValue });
        expect(bodyOfBoth).toBe(bodyByQuery);
      }
    });
  });

  it('answers a path or parameter that is not UTF-8 without an error of the service', async () => {
    const readOperations = (await listRoutedOperations(hurriedGateway.api)).filter(
      ({ method }) => method === 'GET',
    );
    await mapConcurrently([...readOperations.entries()], async ([turn, routed]) => {
      const { operation, resourcePath, examplePath } = routed;
      const names = takeInTurn(Object.keys(operation.parameters.shape), turn, 2);
      const queries = names.map((name) => `${examplePath}?${name}=%FF`);
      for (const path of [resourcePath.replaceAll(/\{[^}]+\}/g, '%FF'), ...queries]) {
        const { status } = await service.fetch(path);
        expect([path, status < 500]).toEqual([path, true]);
      }
    });
  });

  it('makes one Data API call for each request of a warm process', async () => {
    for (const route of routesInTurn(5).filter(readsOnce)) {
      await fetchAnswer(route);
      for (const query of ['', 'indent=2', `${route.parameter}=${route.value}`]) {
        expect(await service.countCalls(() => okBody(route, query))).toBe(1);
      }
      const head = () => fetchAnswer(route, route.path, { method: 'HEAD' });
      expect(await service.countCalls(head)).toBe(1);
    }
  });

  it('answers an invalid token with 401, never with what Guest may see', async () => {
    for (const name of ['Authorization', 'X-Authorization']) {
      for (const { path } of routesInTurn(6)) {
        const calls = await service.countCalls(async () => {
          const response = await service.fetch(path, { headers: { [name]: 'Bearer abc' } });
          expect(await readProblem(response)).toMatchObject({ status: 401, code: 'invalid_token' });
        });
        expect(calls).toBe(0);
      }
    }
  });
});

describe('every operation that reads data while the Data API fails', () => {
  type Failure = 'resuming' | 'internal' | 'secrets' | 'forbidden' | 'html' | 'reset';

  /** Requests each route while its first Data API call fails. */
  async function answersDuringFailure(kind: Failure): Promise<readonly Response[]> {
    const answers: Response[] = [];
    for (const { path, headers } of routes) {
      service.stack.server.faults.add({ when: 'before', kind });
      answers.push(await service.fetch(path, { headers }));
      service.stack.server.faults.clear();
    }
    return answers;
  }

  /** Requests all routes at once while the database does not wake. */
  function requestAllWhileAsleep(
    get: (path: string, init: RequestInit) => Promise<Response>,
  ): readonly Promise<Response>[] {
    service.stack.server.faults.add({ when: 'before', kind: 'resuming', times: 1_000_000 });
    return routes.map(({ path, headers }) => get(path, { headers }));
  }

  it('answers 503 with Retry-After if the database does not wake in time', async () => {
    const answers = await Promise.all(
      requestAllWhileAsleep((path, init) =>
        hurriedGateway.fetch(new Request(`${baseUrl}${path}`, init)),
      ),
    );
    service.stack.server.faults.clear();
    for (const answer of answers) {
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await readProblem(answer)).toMatchObject({ status: 503, code: 'database_waking' });
    }
  });

  it('waits for the database and answers 200 if it wakes in time', async () => {
    const { counters, faults } = service.stack.server;
    const firstCalls = (): number => counters.read().calls - counters.read().retries;
    const before = firstCalls();
    const answers = requestAllWhileAsleep(service.fetch);
    await vi.waitFor(() => expect(firstCalls() - before).toBe(routes.length), 60_000);
    faults.clear();
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
  });

  it.each(['internal', 'html', 'reset'] as const)(
    'calls the Data API again after a failure: %s',
    async (kind) => {
      const before = service.stack.server.counters.read().retries;
      for (const answer of await answersDuringFailure(kind)) expect(answer.status).toBe(200);
      expect(service.stack.server.counters.read().retries - before).toBe(routes.length);
    },
  );

  it('answers 503 with Retry-After if the Data API cannot read the secret, which may pass', async () => {
    const unavailable = { status: 503, code: 'data_api_unavailable' };
    for (const answer of await answersDuringFailure('secrets')) {
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await readProblem(answer)).toMatchObject(unavailable);
    }
  });

  it('reveals no internals in a 500', async () => {
    for (const answer of await answersDuringFailure('forbidden')) {
      expect(await readProblem(answer.clone())).toMatchObject({ status: 500, code: 'unexpected' });
      expect(await answer.text()).not.toMatch(
        /secret|arn:|select|postgres|\.ts\b|node_modules|Exception/i,
      );
    }
  });
});
