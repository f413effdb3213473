import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  deactivateTestAccount,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
let administrator: number;
let clientId: string;

beforeAll(async () => {
  service = await openSampleService();
  administrator = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  ({ clientId } = await createTestApplication(service, administrator));
});

afterAll(async () => service?.close());

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  scope: z.string(),
});
type Tokens = z.output<typeof tokens>;
type Fields = Readonly<Record<string, string>>;

async function signIn(username = 'reader', fields: Fields = {}): Promise<Tokens> {
  return tokens.parse(await fetchTokens(service, username, clientId, fields));
}

const refresh = async (token: string, fields: Fields = {}): Promise<Response> =>
  postForm(service, '/o/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    ...fields,
  });

async function refreshSuccessfully(token: string, fields: Fields = {}): Promise<Tokens> {
  const response = await refresh(token, fields);
  expect(response.status).toBe(200);
  return tokens.parse(await response.json());
}

async function errorOf(response: Response): Promise<readonly [number, unknown]> {
  const { error } = z.object({ error: z.string() }).parse(await response.json());
  return [response.status, error];
}

async function readStatusWith(token: string): Promise<number> {
  const path = `/resources/${exampleResourceId}`;
  return (await service.fetch(path, { headers: bearerHeader(token) })).status;
}

describe('the refresh grant', () => {
  it('returns a new access token and a new refresh token, with one Data API call', async () => {
    const firstTokens = await signIn();
    let secondTokens = firstTokens;
    const calls = await service.countCalls(async () => {
      secondTokens = await refreshSuccessfully(firstTokens.refresh_token);
    });
    expect(calls).toBe(1);
    expect(secondTokens.refresh_token).not.toBe(firstTokens.refresh_token);
    expect(secondTokens.scope).toBe('read write');
    expect(await readStatusWith(secondTokens.access_token)).toBe(200);
    await refreshSuccessfully(secondTokens.refresh_token);
  });

  it('narrows the scope on request, and never widens it beyond the scope of the sign-in', async () => {
    const { refresh_token: token } = await signIn('reader', { scope: 'read' });
    expect(await errorOf(await refresh(token, { scope: 'read write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    const nextTokens = await refreshSuccessfully(token);
    expect(nextTokens.scope).toBe('read');
    const wholeTokens = await signIn();
    const narrowTokens = await refreshSuccessfully(wholeTokens.refresh_token, { scope: 'read' });
    expect(decodeJwt(narrowTokens.access_token)['scope']).toBe('read');
    expect((await refreshSuccessfully(narrowTokens.refresh_token)).scope).toBe('read write');
  });

  it('is refused for applications to which the token was not issued', async () => {
    const otherApplication = await createTestApplication(service, administrator);
    const { refresh_token: token } = await signIn();
    expect(await errorOf(await refresh(token, { client_id: otherApplication.clientId }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await errorOf(await refresh(token, { client_id: 'unknown' }))).toEqual([
      401,
      'invalid_client',
    ]);
    await refreshSuccessfully(token);
  });

  it('refuses an unknown text, an access token and an empty text', async () => {
    const { access_token: token } = await signIn();
    for (const text of ['unknown', token]) {
      expect(await errorOf(await refresh(text))).toEqual([400, 'invalid_grant']);
    }
    expect(await errorOf(await refresh(''))).toEqual([400, 'invalid_request']);
  });

  it('is refused if the account is deactivated or the refresh token has expired', async () => {
    const account = await createTestAccount(service, 'leaving');
    const { refresh_token: token } = await signIn('leaving');
    await deactivateTestAccount(service, account);
    expect(await errorOf(await refresh(token))).toEqual([400, 'invalid_grant']);
    const { refresh_token: expiredToken } = await signIn();
    await service.stack.dataApi.write(
      rawSql("update token_family set expires_at = now() - interval '1 second'"),
    );
    expect(await errorOf(await refresh(expiredToken))).toEqual([400, 'invalid_grant']);
  });
});

describe('a refresh token that is used twice', () => {
  it('immediately revokes all tokens of its sign-in, and no others', async () => {
    const firstTokens = await signIn();
    const otherTokens = await signIn();
    const secondTokens = await refreshSuccessfully(firstTokens.refresh_token);
    expect(await readStatusWith(secondTokens.access_token)).toBe(200);
    expect(await errorOf(await refresh(firstTokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await readStatusWith(firstTokens.access_token)).toBe(401);
    expect(await readStatusWith(secondTokens.access_token)).toBe(401);
    expect(await errorOf(await refresh(secondTokens.refresh_token))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await readStatusWith(otherTokens.access_token)).toBe(200);
  });

  it('is detected even if the requests arrive at the same time', async () => {
    const { refresh_token: token } = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const successfulAnswer = answers.find(({ status }) => status === 200);
    const { access_token: accessToken } = tokens.parse(await successfulAnswer?.json());
    expect(await readStatusWith(accessToken)).toBe(401);
  });
});

describe('a refresh while the Data API fails', () => {
  it.each(['before', 'after'] as const)(
    'returns one new token if the call fails %s the statement is run',
    async (when) => {
      const firstTokens = await signIn();
      service.stack.server.faults.add({ when, kind: 'internal', times: 1 });
      const secondTokens = await refreshSuccessfully(firstTokens.refresh_token);
      service.stack.server.faults.clear();
      expect(await readStatusWith(secondTokens.access_token)).toBe(200);
      await refreshSuccessfully(secondTokens.refresh_token);
    },
  );

  it('keeps the token valid if every call fails', async () => {
    const { refresh_token: token } = await signIn();
    service.stack.server.faults.add({ when: 'before', kind: 'internal', times: 100 });
    const failedAnswer = await refresh(token);
    service.stack.server.faults.clear();
    expect(failedAnswer.status).toBe(503);
    await refreshSuccessfully(token);
  });
});
