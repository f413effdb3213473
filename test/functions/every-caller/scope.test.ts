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

// These operations stand for all that write, also for future ones.

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

async function answer(handler: LambdaHandler, token?: Token) {
  const headers = token === undefined ? {} : { Authorization: [`Bearer ${tokens[token]}`] };
  const { method } = handler.operation;
  const result = await handler(gatewayEvent({ method, headers }), lambdaContext());
  return [result.statusCode, result.headers?.['WWW-Authenticate'] ?? null];
}

const lacks = (scope: string) => [403, `Bearer error="insufficient_scope", scope="${scope}"`];
const done = [200, null];

describe('an operation that writes', () => {
  it.each(['POST', 'PUT', 'DELETE'] as const)('by %s needs the scope write', async (method) => {
    const handler = onData(operationOf(method));
    expect(await answer(handler, 'read')).toEqual(lacks('write'));
    expect(await answer(handler, 'write')).toEqual(done);
    expect(await answer(handler, 'both')).toEqual(done);
  });

  it('is refused to a token of the wrong scope without a Data API call', async () => {
    const handler = onData(operationOf('PUT'));
    await answer(handler, 'both');
    expect(await service.countCalls(() => answer(handler, 'read'))).toBe(0);
  });

  it('is held to the token by what it reads first', async () => {
    expect(await answer(onData(operationOf('DELETE')), 'revoked')).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});

describe('an operation that reads', () => {
  it('needs the scope read', async () => {
    const handler = onData(operationOf('GET'));
    expect(await answer(handler, 'read')).toEqual(done);
    expect(await answer(handler, 'write')).toEqual(lacks('read'));
  });
});

describe('an operation that says what it needs', () => {
  it('needs that, whatever its method', async () => {
    const reads = onData(operationOf('POST', 'open', 'read'));
    expect(await answer(reads, 'read')).toEqual(done);
    expect(await answer(reads, 'write')).toEqual(lacks('read'));
    const writes = onData(operationOf('GET', 'open', 'write'));
    expect(await answer(writes, 'read')).toEqual(lacks('write'));
    expect(await answer(writes, 'write')).toEqual(done);
  });
});

describe('an operation that looks at no token', () => {
  it.each(['public', 'session'] as const)('needs no scope: %s', async (access) => {
    const handlers = [
      onData(operationOf('POST', access)),
      withoutData(operationOf('POST', access)),
    ];
    for (const handler of handlers) {
      for (const token of ['read', 'write', 'revoked'] as const) {
        expect(await answer(handler, token)).toEqual(done);
      }
    }
  });
});

describe('an operation without the means to check a token', () => {
  it('takes none for good', async () => {
    for (const access of ['open', 'secured', 'account'] as const) {
      expect(await answer(withoutData(operationOf('GET', access)))).toEqual(done);
      expect(await answer(withoutData(operationOf('GET', access)), 'both')).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    }
  });
});
