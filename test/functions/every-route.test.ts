import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway, type Gateway } from '../gateway/imitation/gateway.ts';
import { placedOperations } from '../gateway/operations.ts';
import { problemOf } from '../gateway/problem.ts';
import { column, openSampleService } from '../support/sample.ts';
import { baseUrl, type TestService } from '../support/service.ts';

/** An operation on data: a path where it answers with a document, and a parameter that changes the answer. */
type Route = {
  readonly path: string;
  readonly parameter: string;
  readonly value: string;
  readonly otherValue: string;
};

let service: TestService;
let routes: readonly Route[];
/** Gives functions 4 seconds, of which they keep 3 for their answer. */
let hurried: Gateway;

beforeAll(async () => {
  service = await openSampleService();
  await service.open();
  hurried = await openGateway('sources', 4000);
  const [scheme] = await column(
    service,
    "select concept_id::text from concept where node_type = 'ConceptScheme' order by 1",
  );
  routes = [
    { path: '/resources', parameter: 'limit', value: '3', otherValue: '5' },
    {
      path: `/resources/${exampleResourceId}`,
      parameter: 'format',
      value: 'service-json',
      otherValue: 'json',
    },
    { path: '/geojson', parameter: 'limit', value: '3', otherValue: '5' },
    { path: `/rdm/concepts/${scheme}`, parameter: 'depthlimit', value: '1', otherValue: '2' },
  ];
});

afterAll(async () => service?.close());

/** An answer without what is new in each: the request's own id. */
async function ask(path: string, init?: RequestInit) {
  const response = await service.get(path, init);
  const headers = [...response.headers].filter(([name]) => !/request-?id$/.test(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  };
}

async function okBody(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, body } = await ask(path, { headers });
  expect([path, status]).toEqual([path, 200]);
  return body;
}

describe('every operation that reads data', () => {
  it('is walked here', async () => {
    const placed = await placedOperations(hurried.api);
    const withData = placed.filter(
      ({ operation, method }) => method === 'GET' && /^(open|secured)$/.test(operation.access),
    );
    const paths = withData.map(({ resourcePath }) => resourcePath.replace(/\/\{.*/, ''));
    expect(routes.map(({ path }) => path.replace(/\/[0-9a-f-]{36}$/, '')).toSorted()).toEqual(
      paths.toSorted(),
    );
  });

  it('gives a JSON document that scripts of any origin may read', async () => {
    for (const { path } of routes) {
      const { status, headers, body } = await ask(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        vary: expect.stringContaining('Authorization'),
      });
      expect(JSON.parse(body)).toBeTypeOf('object');
    }
  });

  it('indents without changing a value, and gives the same bytes twice', async () => {
    for (const { path } of routes) {
      const plain = await okBody(path);
      expect(await okBody(path)).toBe(plain);
      const indented = await okBody(`${path}?indent=3`);
      expect(indented).toMatch(/^\{\n {3}"/);
      expect(JSON.parse(indented)).toEqual(JSON.parse(plain));
      const compact = await okBody(`${path}?indent=0`);
      expect(compact).toBe(JSON.stringify(JSON.parse(plain)));
    }
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    for (const { path } of routes) {
      const { status, headers } = await ask(path);
      expect(await ask(path, { method: 'HEAD' })).toEqual({ status, headers, body: '' });
    }
  });

  it('answers alike with a slash at the end and without', async () => {
    for (const { path } of routes) expect(await ask(`${path}/`)).toEqual(await ask(path));
  });

  it('takes parameters from headers of either prefix, and from the query before them', async () => {
    for (const { path, parameter, value, otherValue } of routes) {
      const byQuery = await okBody(`${path}?${parameter}=${value}`);
      expect(byQuery).not.toBe(await okBody(`${path}?${parameter}=${otherValue}`));
      for (const prefix of ['X-SERVICE-', 'x-arches-']) {
        const name = `${prefix}${parameter.toUpperCase()}`;
        expect(await okBody(path, { [name]: value })).toBe(byQuery);
        const both = await okBody(`${path}?${parameter}=${value}`, { [name]: otherValue });
        expect(both).toBe(byQuery);
      }
    }
  });

  it('makes one Data API call when warm', async () => {
    for (const { path, parameter, value } of routes) {
      await ask(path);
      for (const query of ['', '?indent=2', `?${parameter}=${value}`]) {
        expect(await service.callsOf(() => okBody(`${path}${query}`))).toBe(1);
      }
      expect(await service.callsOf(() => ask(path, { method: 'HEAD' }))).toBe(1);
    }
  });

  it('never answers a token that is not good with what Guest may see', async () => {
    for (const name of ['Authorization', 'X-Authorization']) {
      for (const { path } of routes) {
        const calls = await service.callsOf(async () => {
          const response = await service.get(path, { headers: { [name]: 'Bearer abc' } });
          expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_token' });
        });
        expect(calls).toBe(0);
      }
    }
  });
});

describe('every operation that reads data while the Data API fails', () => {
  type Failure = 'resuming' | 'internal' | 'secrets' | 'html' | 'reset';

  /** Asks each route while so many calls fail. */
  async function answersTo(
    kind: Failure,
    times: number,
    get: (path: string) => Promise<Response> = service.get,
  ): Promise<readonly Response[]> {
    const answers: Response[] = [];
    for (const { path } of routes) {
      service.stack.server.faults.add({ when: 'before', kind, times });
      answers.push(await get(path));
      service.stack.server.faults.clear();
    }
    return answers;
  }

  it('asks to come back while the database does not wake in time', async () => {
    const get = (path: string): Promise<Response> =>
      hurried.fetch(new Request(`${baseUrl}${path}`));
    for (const answer of await answersTo('resuming', 1000, get)) {
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'database_waking' });
    }
  });

  it('waits for a database that wakes in time', async () => {
    for (const answer of await answersTo('resuming', 1)) expect(answer.status).toBe(200);
  });

  it.each(['internal', 'html', 'reset'] as const)(
    'asks again after a failure: %s',
    async (kind) => {
      const before = service.stack.server.counters.read().retries;
      for (const answer of await answersTo(kind, 1)) expect(answer.status).toBe(200);
      expect(service.stack.server.counters.read().retries - before).toBe(routes.length);
    },
  );

  it('says nothing of itself in a 500', async () => {
    for (const answer of await answersTo('secrets', 1)) {
      const text = await answer.clone().text();
      expect(await problemOf(answer)).toMatchObject({ status: 500, code: 'unexpected' });
      expect(text).not.toMatch(/secret|arn:|select|postgres|\.ts\b|node_modules|Exception/i);
    }
  });
});
