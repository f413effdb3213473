import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { DatabaseWaking, DataApiUnavailable } from '../../../lib/data-api/errors.ts';
import { jsonResponse, type HttpResponse } from '../../../lib/http/responses/response.ts';
import { indentParameter, pageParameter } from '../../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../../lib/http/parameters/types/texts.ts';
import { NotFound } from '../../../lib/errors.ts';
import { AuthenticationRequired } from '../../../lib/http/errors/errors.ts';
import type { HandlerContext, OperationRequest } from '../../../lib/http/operation-handler.ts';
import { createHandlerWithoutDatabase } from '../../../lib/http/lambda-handler.ts';
import type { Operation } from '../../../lib/http/operation.ts';
import { gatewayEvent, lambdaContext, type EventParts } from './lambda.ts';

const operation = {
  id: 'get-thing',
  method: 'GET',
  path: '/things/{thing_id}',
  summary: 'A thing',
  access: 'optional-token',
  capability: 'none',
  formats: ['json', 'service-json'],
  parameters: z.object({
    page: pageParameter,
    indent: indentParameter,
    format: formatParameter('The format.'),
  }),
  responses: { 200: 'The thing.' },
} satisfies Operation;

type Request = OperationRequest<typeof operation>;

let logLines: string[] = [];

beforeEach(() => {
  logLines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => logLines.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function sendRequest(
  handle: (request: Request, context: HandlerContext) => Promise<HttpResponse>,
  parts: EventParts = {},
  milliseconds?: number,
) {
  const handler = createHandlerWithoutDatabase({ ...operation, handle });
  const result = await handler(gatewayEvent(parts), lambdaContext(milliseconds));
  return { ...result, headers: result.headers ?? {} };
}

function failWith(error: unknown): () => Promise<HttpResponse> {
  return async () => {
    throw error;
  };
}

describe('the handler of an operation', () => {
  it('passes parameters, path, format, languages and caller to the operation', async () => {
    const { body } = await sendRequest(
      async ({ parameters, path, format, languages, principal }) =>
        jsonResponse({ parameters, path, format, languages, principal }),
      {
        query: { page: ['2'], colour: ['red'] },
        headers: { 'X-SERVICE-FORMAT': ['service-json'], 'Accept-Language': ['de, en;q=0.5'] },
      },
    );
    expect(JSON.parse(body)).toStrictEqual({
      parameters: { page: 2 },
      path: { thing_id: 'one' },
      format: 'service-json',
      languages: ['de', 'en', 'en-US'],
      principal: { kind: 'anonymous' },
    });
  });

  it('passes an id in the path in lower case, and any other name unchanged', async () => {
    const id = '0CA4F3D0-2C8B-4A4E-9A0D-1B8C6E7A5D3F';
    const readPath = async (name: string) => {
      const { body } = await sendRequest(async ({ path }) => jsonResponse(path), {
        path: { first: name },
      });
      return JSON.parse(body);
    };
    expect(await readPath(id)).toEqual({ thing_id: id.toLowerCase() });
    expect(await readPath('Places')).toEqual({ thing_id: 'Places' });
  });

  it('indents a JSON answer without changing its numbers', async () => {
    const { body } = await sendRequest(async () => jsonResponse('{"n":12345678901234567890}'), {
      query: { indent: ['1'] },
    });
    expect(body).toBe('{\n "n": 12345678901234567890\n}');
  });

  it('does not indent an answer of type text/plain', async () => {
    const { body } = await sendRequest(
      async () => ({ status: 200, contentType: 'text/plain', body: '[ 1]' }),
      {
        query: { indent: ['1'] },
      },
    );
    expect(body).toBe('[ 1]');
  });

  it('joins the parts of a body', async () => {
    async function* parts() {
      yield '[1,';
      yield '2]';
    }
    const { body } = await sendRequest(async () => ({
      status: 200,
      contentType: 'application/json',
      body: parts(),
    }));
    expect(body).toBe('[1,2]');
  });

  it('returns the same for HEAD as for GET, because the gateway removes the body', async () => {
    const answer = async () => jsonResponse([]);
    const head = await sendRequest(answer, { method: 'HEAD' });
    expect(head).toStrictEqual(await sendRequest(answer));
    expect(head.body).toBe('[]');
  });

  it('appends to the Vary of the operation all headers that can change the answer', async () => {
    const { headers } = await sendRequest(async () => ({
      ...jsonResponse([]),
      headers: { Vary: 'Accept-Language' },
    }));
    expect(headers['Vary']).toMatch(
      /^Accept-Language, Accept, Authorization, X-Authorization, Cookie, Sec-Fetch-Site, X-SERVICE-/,
    );
  });

  it('answers 304 if If-None-Match contains the ETag', async () => {
    const { statusCode, body } = await sendRequest(
      async () => ({ ...jsonResponse([]), headers: { ETag: '"7-a"' } }),
      { headers: { 'If-None-Match': ['"6-a", W/"7-a"'] } },
    );
    expect([statusCode, body]).toStrictEqual([304, '']);
  });
});

describe('a method that the operation does not have', () => {
  const invalidParts: EventParts = {
    resource: '/resources/{first}',
    query: { indent: ['wide'] },
    headers: { Authorization: ['none'], Accept: ['image/png'] },
  };
  const failIfCalled = async (): Promise<HttpResponse> => {
    throw new Error('The operation was called.');
  };

  it('is refused with 405 and the methods of the path, even if other parts of the request are wrong', async () => {
    const { statusCode, headers } = await sendRequest(failIfCalled, {
      ...invalidParts,
      method: 'PATCH',
    });
    expect([statusCode, headers['Allow']]).toStrictEqual([
      405,
      'GET, POST, PUT, DELETE, HEAD, OPTIONS',
    ]);
  });

  it('is answered with 204 if it is OPTIONS, even if other parts of the request are wrong', async () => {
    const { statusCode, headers } = await sendRequest(failIfCalled, {
      ...invalidParts,
      method: 'OPTIONS',
    });
    expect([statusCode, headers['Allow']]).toStrictEqual([
      204,
      'GET, POST, PUT, DELETE, HEAD, OPTIONS',
    ]);
  });
});

describe('errors in an operation', () => {
  it('become problem documents with their status and code', async () => {
    const { statusCode, body, headers } = await sendRequest(
      failWith(new NotFound('No such thing.')),
    );
    expect([statusCode, headers['Content-Type']]).toStrictEqual([404, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found', detail: 'No such thing.' });
  });

  it('have the header WWW-Authenticate if a token is required', async () => {
    const { statusCode, headers } = await sendRequest(failWith(new AuthenticationRequired()));
    expect([statusCode, headers['WWW-Authenticate']]).toStrictEqual([401, 'Bearer']);
  });

  it('have Retry-After while the database is waking', async () => {
    const { statusCode, headers, body } = await sendRequest(
      failWith(new DatabaseWaking('cluster arn:private')),
    );
    expect([statusCode, headers['Retry-After']]).toStrictEqual([503, '10']);
    expect(body).not.toContain('private');
  });

  it.each([
    ['none', 'data_api_unavailable'],
    ['unknown', 'outcome_unknown'],
  ] as const)(
    'of the Data API have the code outcome_unknown only if the outcome is unknown (outcome %s)',
    async (outcome, code) => {
      const { body } = await sendRequest(
        failWith(new DataApiUnavailable('socket of private', outcome)),
      );
      expect(JSON.parse(body)).toMatchObject({ status: 503, code });
      expect(body).not.toContain('private');
    },
  );

  it.each([
    new Error('select secret from account'),
    Object.assign(new Error('select secret'), { code: 'ENOENT' }),
    Object.assign(new Error('select secret'), { code: 'toString' }),
    'secret',
    null,
    undefined,
  ])('do not reveal their message if they are not public errors (%s)', async (error) => {
    const result = await sendRequest(failWith(error));
    expect(result.statusCode).toBe(500);
    expect(JSON.stringify(result)).not.toMatch(/secret|select|stack/);
    expect(JSON.parse(result.body)).toMatchObject({ code: 'unexpected', requestId: 'request-1' });
  });

  it('are logged with their stack', async () => {
    await sendRequest(failWith(new Error('select secret')));
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      level: 'error',
      request: 'request-1',
      error: {
        message: 'select secret',
        stack: expect.stringContaining('request-lifecycle.test.ts'),
      },
    });
  });

  it('become problem documents if they occur while the body is generated', async () => {
    async function* parts() {
      yield '[1,';
      throw new NotFound('Gone meanwhile.');
    }
    const { statusCode } = await sendRequest(async () => ({ status: 200, body: parts() }));
    expect(statusCode).toBe(404);
  });

  it('include a 413 that names limit and page, for an answer that is too large', async () => {
    const { statusCode, body } = await sendRequest(async () =>
      jsonResponse(`"${'x'.repeat(6_291_456)}"`),
    );
    expect(statusCode).toBe(413);
    expect(body).toMatch(/limit and page/);
  });

  it('include a 503 if no time is left', async () => {
    const endless = async () => new Promise<HttpResponse>(() => undefined);
    const { statusCode, body } = await sendRequest(endless, {}, 510);
    expect([statusCode, JSON.parse(body).code]).toStrictEqual([503, 'out_of_time']);
  });

  it.each([
    ['PUT', 'secured', 'outcome_unknown'],
    ['DELETE', 'secured', 'outcome_unknown'],
    ['GET', 'secured', 'out_of_time'],
    ['POST', 'ignores-token', 'out_of_time'],
  ] as const)(
    'have the code outcome_unknown after a timeout only if a change may be stored: %s, %s',
    async (method, access, code) => {
      const handler = createHandlerWithoutDatabase({
        ...operation,
        method,
        access,
        handle: async () => new Promise<HttpResponse>(() => undefined),
      });
      const { body } = await handler(gatewayEvent({ method }), lambdaContext(510));
      expect(JSON.parse(body)).toMatchObject({ status: 503, code });
    },
  );

  it('include a 503 if no time is left while the body is generated', async () => {
    async function* parts() {
      yield '[';
      await new Promise(() => undefined);
    }
    const { statusCode } = await sendRequest(async () => ({ status: 200, body: parts() }), {}, 510);
    expect(statusCode).toBe(503);
  });

  it('have the CORS headers and the id of the request', async () => {
    const { headers } = await sendRequest(failWith(new Error('x')));
    expect([headers['Access-Control-Allow-Origin'], headers['X-Request-Id']]).toStrictEqual([
      '*',
      'request-1',
    ]);
  });

  it('include a 500 for an event without the path variable of the operation', async () => {
    const { statusCode } = await sendRequest(async () => jsonResponse([]), {
      resource: '/things',
      path: {},
    });
    expect(statusCode).toBe(500);
  });
});

describe('any request', () => {
  const names = fc.constantFrom(
    'page',
    'indent',
    'format',
    'Accept',
    'Accept-Language',
    'If-None-Match',
    'X-SERVICE-PAGE',
    'x-arches-indent',
    'x-service-format',
    '__proto__',
    'constructor',
  );
  const values = fc.dictionary(names, fc.array(fc.string(), { maxLength: 3 }), {
    noNullPrototype: true,
  });

  it('is answered with 200, 400 or 406', async () => {
    await fc.assert(
      fc.asyncProperty(values, values, fc.string(), async (query, headers, body) => {
        const { statusCode } = await sendRequest(async () => jsonResponse([]), {
          query,
          headers,
          body,
        });
        expect([200, 400, 406]).toContain(statusCode);
      }),
    );
  });
});

describe('the log', () => {
  it('has one line for each request, without the values of its parameters', async () => {
    await sendRequest(async () => jsonResponse([]), {
      query: { page: ['31337'] },
      headers: { 'X-SERVICE-INDENT': ['7'] },
    });
    expect(logLines).toHaveLength(1);
    expect(JSON.parse(logLines[0] ?? '')).toStrictEqual({
      level: 'info',
      request: 'request-1',
      operation: 'get-thing',
      method: 'GET',
      status: 200,
      milliseconds: expect.any(Number),
      Latency: expect.any(Number),
      stage: 'test',
      _aws: expect.anything(),
    });
  });

  it('has the code of the error', async () => {
    await sendRequest(failWith(new NotFound('Nothing is here.')));
    expect(JSON.parse(logLines.at(-1) ?? '')).toMatchObject({ code: 'not_found', Refusals: 1 });
    await sendRequest(failWith(new Error('x')));
    expect(JSON.parse(logLines.at(-1) ?? '')).toMatchObject({
      code: 'unexpected',
      ServerErrors: 1,
    });
  });

  it('has the fields that an operation adds', async () => {
    await sendRequest(async (_, { log }) => {
      log.addField('rows', () => 3);
      return jsonResponse([]);
    });
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ rows: 3 });
  });
});
