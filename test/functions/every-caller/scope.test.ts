import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { sql } from '../../../lib/data-api/sql.ts';
import { jsonResponse } from '../../../lib/http/responses/response.ts';
import { createDataHandler } from '../../../lib/http/data-handler.ts';
import type { LambdaHandler } from '../../../lib/http/operation-handler.ts';
import { createHandlerWithoutDatabase } from '../../../lib/http/lambda-handler.ts';
import type { Access, DataOperation, Method, Operation } from '../../../lib/http/operation.ts';
import { gatewayEvent, lambdaContext } from '../../lib/http/lambda.ts';
import {
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';

// The tested operations exist only in this file. The handlers check scopes in the same way for all operations of the service.

let service: TestService;
const tokens = { read: '', write: '', both: '', revoked: '' };

beforeAll(async () => {
  service = await openTestService();
  const { clientId } = await createTestApplication(
    service,
    await createTestAccount(service, 'writer'),
  );
  const fetchToken = async (scope: string): Promise<string> =>
    (await fetchTokens(service, 'writer', clientId, { scope })).access_token;
  tokens.read = await fetchToken('read');
  tokens.write = await fetchToken('write');
  tokens.both = await fetchToken('read write');
  tokens.revoked = await fetchToken('read write');
  await postForm(service, '/o/revoke_token', { token: tokens.revoked, client_id: clientId });
});

afterAll(async () => service?.close());

function createOperation(
  method: Method,
  access: Access = 'secured',
  scope?: Operation['scope'],
): DataOperation {
  return {
    id: 'do-something',
    method,
    path: '/things/{thing_id}',
    summary: 'Stands for an operation',
    access,
    capability: 'read',
    ...(scope === undefined ? {} : { scope }),
    parameters: z.object({}),
    responses: { 200: 'Done.' },
  };
}

/** Creates a handler that reads data, as every operation does before it writes. */
function createHandlerWithData(operation: DataOperation): LambdaHandler {
  return createDataHandler({
    ...operation,
    handle: async (_, { dataApi }) => jsonResponse((await dataApi.read(sql`select 1`)).length),
  });
}

const createHandlerWithoutData = (operation: Operation): LambdaHandler =>
  createHandlerWithoutDatabase({
    ...operation,
    capability: 'none',
    handle: async () => jsonResponse('done'),
  });

type Token = keyof typeof tokens;

async function sendEvent(handler: LambdaHandler, token?: Token) {
  const headers = token === undefined ? {} : { Authorization: [`Bearer ${tokens[token]}`] };
  const { method } = handler.operation;
  const result = await handler(gatewayEvent({ method, headers }), lambdaContext());
  return [result.statusCode, result.headers?.['WWW-Authenticate'] ?? null];
}

const createScopeRefusal = (scope: string) => [
  403,
  `Bearer error="insufficient_scope", scope="${scope}"`,
];
const acceptance = [200, null];

describe('an operation that writes', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)('by %s needs the scope write', async (method) => {
    const handler = createHandlerWithData(createOperation(method));
    expect(await sendEvent(handler, 'read')).toEqual(createScopeRefusal('write'));
    expect(await sendEvent(handler, 'write')).toEqual(acceptance);
    expect(await sendEvent(handler, 'both')).toEqual(acceptance);
  });

  it('refuses a token of the wrong scope without a Data API call', async () => {
    const handler = createHandlerWithData(createOperation('PUT'));
    await sendEvent(handler, 'both');
    expect(await service.countCalls(() => sendEvent(handler, 'read'))).toBe(0);
  });

  it('refuses a revoked token at its first read, before it writes', async () => {
    expect(await sendEvent(createHandlerWithData(createOperation('DELETE')), 'revoked')).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});

describe('an operation that reads', () => {
  it('needs the scope read', async () => {
    const handler = createHandlerWithData(createOperation('GET'));
    expect(await sendEvent(handler, 'read')).toEqual(acceptance);
    expect(await sendEvent(handler, 'write')).toEqual(createScopeRefusal('read'));
  });
});

describe('an operation that declares its scope', () => {
  it('needs the declared scope for any method', async () => {
    const readHandler = createHandlerWithData(createOperation('POST', 'optional-token', 'read'));
    expect(await sendEvent(readHandler, 'read')).toEqual(acceptance);
    expect(await sendEvent(readHandler, 'write')).toEqual(createScopeRefusal('read'));
    const writeHandler = createHandlerWithData(createOperation('GET', 'optional-token', 'write'));
    expect(await sendEvent(writeHandler, 'read')).toEqual(createScopeRefusal('write'));
    expect(await sendEvent(writeHandler, 'write')).toEqual(acceptance);
  });
});

describe('an operation that ignores tokens', () => {
  it.each(['ignores-token', 'optional-session', 'session'] as const)(
    'needs no scope: %s',
    async (access) => {
      const handlers = [
        createHandlerWithData(createOperation('POST', access)),
        createHandlerWithoutData(createOperation('POST', access)),
      ];
      for (const handler of handlers) {
        for (const token of ['read', 'write', 'revoked'] as const) {
          expect(await sendEvent(handler, token)).toEqual(acceptance);
        }
      }
    },
  );
});

describe('an operation that cannot check tokens, because it has no access to data', () => {
  it('refuses every token, but accepts requests without one', async () => {
    for (const access of ['optional-token', 'secured', 'account'] as const) {
      expect(await sendEvent(createHandlerWithoutData(createOperation('GET', access)))).toEqual(
        acceptance,
      );
      expect(
        await sendEvent(createHandlerWithoutData(createOperation('GET', access)), 'both'),
      ).toEqual([401, 'Bearer error="invalid_token"']);
    }
  });
});
