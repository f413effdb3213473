import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { sql } from '../../../lib/data-api/sql.ts';
import { jsonResponse } from '../../../lib/http/responses/response.ts';
import { createDataHandler } from '../../../lib/http/data-handler.ts';
import type { LambdaHandler } from '../../../lib/http/operation-handler.ts';
import { createPlainHandler } from '../../../lib/http/lambda-handler.ts';
import type { Access, DataOperation, Method, Operation } from '../../../lib/http/operation.ts';
import { gatewayEvent, lambdaContext } from '../../lib/http/lambda.ts';
import {
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';

// The operations of this file stand for all operations of the service, also for future ones.

let service: TestService;
const tokens = { read: '', write: '', both: '', revoked: '' };

beforeAll(async () => {
  service = await openTestService();
  const { clientId } = await createTestApplication(
    service,
    await createTestAccount(service, 'writer'),
  );
  const tokenOf = async (scope: string): Promise<string> =>
    (await fetchTokens(service, 'writer', clientId, { scope })).access_token;
  tokens.read = await tokenOf('read');
  tokens.write = await tokenOf('write');
  tokens.both = await tokenOf('read write');
  tokens.revoked = await tokenOf('read write');
  await postForm(service, '/o/revoke_token', { token: tokens.revoked, client_id: clientId });
});

afterAll(async () => service?.close());

function operationOf(
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

/** Reads before it would write, as every operation does. */
function onData(operation: DataOperation): LambdaHandler {
  return createDataHandler({
    ...operation,
    handle: async (_, { data }) => jsonResponse((await data.read(sql`select 1`)).length),
  });
}

const withoutData = (operation: Operation): LambdaHandler =>
  createPlainHandler({
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

const refusedWithoutScope = (scope: string) => [
  403,
  `Bearer error="insufficient_scope", scope="${scope}"`,
];
const accepted = [200, null];

describe('an operation that writes', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)('by %s needs the scope write', async (method) => {
    const handler = onData(operationOf(method));
    expect(await sendEvent(handler, 'read')).toEqual(refusedWithoutScope('write'));
    expect(await sendEvent(handler, 'write')).toEqual(accepted);
    expect(await sendEvent(handler, 'both')).toEqual(accepted);
  });

  it('refuses a token of the wrong scope without a Data API call', async () => {
    const handler = onData(operationOf('PUT'));
    await sendEvent(handler, 'both');
    expect(await service.countCalls(() => sendEvent(handler, 'read'))).toBe(0);
  });

  it('refuses a revoked token when it reads data before the write', async () => {
    expect(await sendEvent(onData(operationOf('DELETE')), 'revoked')).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});

describe('an operation that reads', () => {
  it('needs the scope read', async () => {
    const handler = onData(operationOf('GET'));
    expect(await sendEvent(handler, 'read')).toEqual(accepted);
    expect(await sendEvent(handler, 'write')).toEqual(refusedWithoutScope('read'));
  });
});

describe('an operation that declares its scope', () => {
  it('needs the declared scope, whatever its method is', async () => {
    const reads = onData(operationOf('POST', 'open', 'read'));
    expect(await sendEvent(reads, 'read')).toEqual(accepted);
    expect(await sendEvent(reads, 'write')).toEqual(refusedWithoutScope('read'));
    const writes = onData(operationOf('GET', 'open', 'write'));
    expect(await sendEvent(writes, 'read')).toEqual(refusedWithoutScope('write'));
    expect(await sendEvent(writes, 'write')).toEqual(accepted);
  });
});

describe('an operation that ignores tokens', () => {
  it.each(['public', 'session'] as const)('needs no scope: %s', async (access) => {
    const handlers = [
      onData(operationOf('POST', access)),
      withoutData(operationOf('POST', access)),
    ];
    for (const handler of handlers) {
      for (const token of ['read', 'write', 'revoked'] as const) {
        expect(await sendEvent(handler, token)).toEqual(accepted);
      }
    }
  });
});

describe('an operation that cannot check tokens, because it has no access to data', () => {
  it('refuses every token, but accepts requests without one', async () => {
    for (const access of ['open', 'secured', 'account'] as const) {
      expect(await sendEvent(withoutData(operationOf('GET', access)))).toEqual(accepted);
      expect(await sendEvent(withoutData(operationOf('GET', access)), 'both')).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    }
  });
});
