import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { createLambda, type Invoke, type Lambda } from './emulator/lambda.ts';
import { createGateway } from './emulator/gateway.ts';
import { matchRoute } from './emulator/routing.ts';
import type { ApiResource, RestApi } from './emulator/rest-api.ts';

function resource(
  path: string,
  methods: Record<string, string>,
  children: readonly ApiResource[] = [],
): ApiResource {
  return { path, methods: new Map(Object.entries(methods)), streamTimeouts: new Map(), children };
}

const root = resource('/', {}, [
  resource('/{proxy+}', { ANY: 'Fallback' }),
  resource('/things', { GET: 'List' }, [
    resource('/things/new', { GET: 'New' }),
    resource('/things/{first}', { GET: 'Get', ANY: 'Fallback' }),
  ]),
]);

const bareApi: RestApi = {
  root,
  gatewayResponses: new Map(),
  binaryMediaTypes: ['image/png'],
  minimumCompressionSize: undefined,
  handlers: new Map(),
  answers: new Map(),
};

/** Lambda for functions that do not stream. */
const bufferedLambda = (invoke: Invoke): Lambda => ({
  invoke,
  stream: async () => {
    throw new Error('These functions do not stream.');
  },
});

function sendRequest(
  invoke: Invoke,
  path = '/things',
  init: RequestInit = {},
  waitingTime?: number,
) {
  const gateway = createGateway(bareApi, bufferedLambda(invoke), waitingTime);
  return gateway.fetch(new Request(`https://a.test${path}`, init));
}

const returnResult =
  (result: unknown): Invoke =>
  async () =>
    result;

const echo: Invoke = async (functionId, event) => ({
  statusCode: 200,
  body: JSON.stringify({ functionId, event }),
});

async function fetchEvent(path: string, init: RequestInit = {}) {
  return JSON.parse(await (await sendRequest(echo, path, init)).text());
}

describe('the emulated routing', () => {
  it.each([
    ['/things', '/things'],
    ['/things/', '/things'],
    ['/things/new', '/things/new'],
    ['/things/old', '/things/{first}'],
    ['/things/a/b', '/{proxy+}'],
    ['/else', '/{proxy+}'],
    ['/', '/'],
  ])('matches the path %s to the resource %s', (path, resourcePath) => {
    expect(matchRoute(root, path)?.resource.path).toBe(resourcePath);
  });

  it('decodes a path variable once', () => {
    expect(matchRoute(root, '/things/a%252Fb')?.pathParameters).toStrictEqual({ first: 'a%2Fb' });
  });

  it('assigns all of the remaining path to a greedy variable', () => {
    expect(matchRoute(root, '/else/where')?.pathParameters).toStrictEqual({ proxy: 'else/where' });
  });

  it('refuses an undeclared method as API Gateway does', async () => {
    const response = await sendRequest(echo, '/things', { method: 'DELETE' });
    expect([response.status, await response.json()]).toStrictEqual([
      403,
      { message: 'Missing Authentication Token' },
    ]);
  });

  it('routes undeclared methods to ANY', async () => {
    await expect(fetchEvent('/things/a', { method: 'DELETE' })).resolves.toMatchObject({
      functionId: 'Fallback',
    });
  });
});

describe('the emulated event', () => {
  it('has all values of a repeated query parameter, and the last value separately', async () => {
    const { event } = await fetchEvent('/things?a=1&a=2&flag');
    expect([event.multiValueQueryStringParameters, event.queryStringParameters]).toStrictEqual([
      { a: ['1', '2'], flag: [''] },
      { a: '2', flag: '' },
    ]);
  });

  it('has header names in the letter case of API Gateway', async () => {
    const { event } = await fetchEvent('/things', { headers: { 'x-service-format': 'json' } });
    expect(event.headers).toHaveProperty('X-Service-Format', 'json');
  });

  it('has a binary body as base64, and a text body unchanged', async () => {
    const png = { method: 'POST', body: 'a', headers: { 'content-type': 'image/png' } };
    const text = { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } };
    const events = [await fetchEvent('/things/a', png), await fetchEvent('/things/a', text)];
    expect(events.map(({ event }) => [event.body, event.isBase64Encoded])).toStrictEqual([
      ['YQ==', true],
      ['a', false],
    ]);
  });
});

describe('the emulated response', () => {
  it('renames WWW-Authenticate', async () => {
    const headers = { 'WWW-Authenticate': 'Bearer' };
    const response = await sendRequest(returnResult({ statusCode: 401, headers, body: '' }));
    expect([
      response.headers.get('www-authenticate'),
      response.headers.get('x-amzn-remapped-www-authenticate'),
    ]).toStrictEqual([null, 'Bearer']);
  });

  it('decodes base64 only if the caller accepts the media type', async () => {
    const answer = returnResult({ statusCode: 200, body: 'YQ==', isBase64Encoded: true });
    const texts = await Promise.all(
      ['image/png', 'text/plain'].map(async (accept) =>
        (await sendRequest(answer, '/things', { headers: { accept } })).text(),
      ),
    );
    expect(texts).toStrictEqual(['a', 'YQ==']);
  });

  it('has the same length for HEAD as for GET, without a body', async () => {
    const answer = returnResult({ statusCode: 200, body: 'é'.repeat(1000) });
    const get = await sendRequest(answer);
    const head = await sendRequest(answer, '/things/a', { method: 'HEAD' });
    expect([...head.headers.keys()]).toStrictEqual([...get.headers.keys()]);
    expect([head.headers.get('content-length'), await head.text()]).toStrictEqual(['2000', '']);
  });

  it('renames the Content-Length of a function, and sends the real length', async () => {
    const headers = { 'Content-Length': '7' };
    const response = await sendRequest(returnResult({ statusCode: 200, headers, body: 'abc' }));
    expect([
      response.headers.get('content-length'),
      response.headers.get('x-amzn-remapped-content-length'),
    ]).toStrictEqual(['3', '7']);
  });

  it('is compressed for a caller who accepts gzip, with the compressed length for HEAD too', async () => {
    const gateway = createGateway(
      { ...bareApi, minimumCompressionSize: 10 },
      bufferedLambda(returnResult({ statusCode: 200, body: 'x'.repeat(1000) })),
    );
    const headers = { 'accept-encoding': 'gzip, br' };
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        gateway.fetch(new Request('https://a.test/things/a', { method, headers })),
      ),
    );
    const body = Buffer.from((await get?.arrayBuffer()) ?? new ArrayBuffer());
    expect(gunzipSync(body).toString()).toBe('x'.repeat(1000));
    expect(head?.headers.get('content-encoding')).toBe('gzip');
    expect(head?.headers.get('content-length')).toBe(String(body.length));
  });

  it('is not decoded if every type is binary and the function sends text', async () => {
    const gateway = createGateway(
      { ...bareApi, binaryMediaTypes: ['*/*'] },
      bufferedLambda(returnResult({ statusCode: 200, body: 'YQ==', isBase64Encoded: false })),
    );
    const response = await gateway.fetch(new Request('https://a.test/things'));
    await expect(response.text()).resolves.toBe('YQ==');
  });

  it('is a 413 when the event in base64 is larger than Lambda accepts', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024);
    const gateway = createGateway(
      { ...bareApi, binaryMediaTypes: ['*/*'] },
      createLambda(bareApi, [], 'sources'),
    );
    const request = new Request('https://a.test/things/a', { method: 'POST', body });
    expect((await gateway.fetch(request)).status).toBe(413);
  });

  it.each([
    ['is malformed', { status: 200 }],
    ['has a body that is not text', { statusCode: 200, body: {} }],
    ['is undefined', undefined],
  ])('is a 502 when the answer of the function %s', async (_, result) => {
    expect((await sendRequest(returnResult(result))).status).toBe(502);
  });

  it('is a 502 when the function throws', async () => {
    const throwError: Invoke = async () => {
      throw new Error('secret');
    };
    const response = await sendRequest(throwError);
    expect([response.status, await response.json()]).toStrictEqual([
      502,
      { message: 'Internal server error' },
    ]);
  });

  it('is a 504 when the function takes too long', async () => {
    const neverResolve: Invoke = async () => new Promise(() => undefined);
    expect((await sendRequest(neverResolve, '/things', {}, 5)).status).toBe(504);
  });

  it('is a 413 when the request is over 10 MB', async () => {
    const body = new Uint8Array(10 * 1024 * 1024 + 1);
    expect((await sendRequest(echo, '/things/a', { method: 'POST', body })).status).toBe(413);
  });

  it('can be changed by the template', async () => {
    const changed = {
      status: 404,
      headers: { 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
      template: '{"detail":$context.error.messageString}',
    };
    const api = {
      ...bareApi,
      gatewayResponses: new Map([['MISSING_AUTHENTICATION_TOKEN', changed]]),
    };
    const response = await createGateway(api, bufferedLambda(echo)).fetch(
      new Request('https://a.test/'),
    );
    expect([response.status, await response.json()]).toStrictEqual([
      404,
      { detail: 'Missing Authentication Token' },
    ]);
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });
});
