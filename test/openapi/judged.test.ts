import { describe, expect, it } from 'vitest';

import { checkAnswer } from '../gateway/openapi/check-answer.ts';

const requestId = { 'X-Request-Id': 'one' };
const json = { 'content-type': 'application/json', 'content-length': '9' };

/** Checks an answer to GET /health. @throws OpenApiMismatch if it does not match the description */
async function checkHealthAnswer(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
) {
  const url = new URL('https://service.test/health');
  const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) };
  const resource = { path: '/health', methods: new Map(), streamTimeouts: new Map(), children: [] };
  const response = new Response(JSON.stringify(body), {
    status,
    headers: { ...json, ...requestId, ...headers },
  });
  return checkAnswer(request, { resource, pathParameters: {} }, response);
}

/** Checks a successful request for resource instances. @throws OpenApiMismatch if it does not match the description */
async function checkListAnswer(query: string) {
  const url = new URL(`https://service.test/resources?${query}`);
  const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) };
  const resource = {
    path: '/resources',
    methods: new Map(),
    streamTimeouts: new Map(),
    children: [],
  };
  return checkAnswer(
    request,
    { resource, pathParameters: {} },
    new Response(null, { headers: requestId }),
  );
}

describe('an answer that is checked against the OpenAPI description', () => {
  it('is accepted if it is as described', async () => {
    await expect(checkHealthAnswer({ status: 'ok' })).resolves.toHaveProperty('status', 200);
  });

  it.each([
    ['has an unknown status', { status: 'ok' }, 418, {}, 'no such status'],
    ['lacks a member', {}, 200, {}, "must have required property 'status'"],
    [
      'has an additional member',
      { status: 'ok', more: 1 },
      200,
      {},
      'must NOT have additional properties',
    ],
    ['has another value', { status: 'well' }, 200, {}, 'must be equal to constant'],
    ['has an unknown header', { status: 'ok' }, 200, { 'x-more': '1' }, 'header x-more'],
    ['has another media type', {}, 200, { 'content-type': 'text/csv' }, 'text/csv is none of'],
  ])('is refused if it %s', async (_, body, status, headers, problem) => {
    await expect(checkHealthAnswer(body, status, headers)).rejects.toThrow(problem);
  });

  it('is refused while its body is read if the body is not as described', async () => {
    const url = new URL('https://service.test/health');
    const request = { method: 'GET', url, headers: [], body: Buffer.alloc(0) };
    const resource = {
      path: '/health',
      methods: new Map(),
      streamTimeouts: new Map(),
      children: [],
    };
    const response = new Response('{"status":"well"}', {
      headers: { 'content-type': 'application/json', ...requestId },
    });
    const answer = await checkAnswer(request, { resource, pathParameters: {} }, response);
    await expect(answer.text()).rejects.toThrow('must be equal to constant');
  });

  it('is refused if it reports success for a request that is not as described', async () => {
    await expect(checkListAnswer('limit=7')).resolves.toHaveProperty('status', 200);
    await expect(checkListAnswer('limit=many')).rejects.toThrow('must be integer');
    await expect(checkListAnswer('page=0')).rejects.toThrow('must be >= 1');
  });
});
