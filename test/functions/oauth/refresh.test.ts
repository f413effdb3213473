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

async function startSignIn(username = 'reader', fields: Fields = {}): Promise<Tokens> {
  return tokens.parse(await fetchTokens(service, username, clientId, fields));
}

const refresh = async (token: string, fields: Fields = {}): Promise<Response> =>
  postForm(service, '/o/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    ...fields,
  });

async function refreshed(token: string, fields: Fields = {}): Promise<Tokens> {
  const response = await refresh(token, fields);
  expect(response.status).toBe(200);
  return tokens.parse(await response.json());
}

async function errorOf(response: Response): Promise<readonly [number, unknown]> {
  const { error } = z.object({ error: z.string() }).parse(await response.json());
  return [response.status, error];
}

async function statusWith(token: string): Promise<number> {
  const path = `/resources/${exampleResourceId}`;
  return (await service.fetch(path, { headers: bearerHeader(token) })).status;
}

describe('the refresh grant', () => {
  it('gives a new access token and a new refresh token, at one Data API call', async () => {
    const first = await startSignIn();
    let second = first;
    const calls = await service.countCalls(async () => {
      second = await refreshed(first.refresh_token);
    });
    expect(calls).toBe(1);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.scope).toBe('read write');
    expect(await statusWith(second.access_token)).toBe(200);
    await refreshed(second.refresh_token);
  });

  it('narrows the scope on request, and never widens it beyond that of the sign-in', async () => {
    const { refresh_token: token } = await startSignIn('reader', { scope: 'read' });
    expect(await errorOf(await refresh(token, { scope: 'read write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    const next = await refreshed(token);
    expect(next.scope).toBe('read');
    const wholeTokens = await startSignIn();
    const narrowTokens = await refreshed(wholeTokens.refresh_token, { scope: 'read' });
    expect(decodeJwt(narrowTokens.access_token)['scope']).toBe('read');
    expect((await refreshed(narrowTokens.refresh_token)).scope).toBe('read write');
  });

  it('is refused to every other application than that of the token', async () => {
    const otherApplication = await createTestApplication(service, administrator);
    const { refresh_token: token } = await startSignIn();
    expect(await errorOf(await refresh(token, { client_id: otherApplication.clientId }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await errorOf(await refresh(token, { client_id: 'unknown' }))).toEqual([
      401,
      'invalid_client',
    ]);
    await refreshed(token);
  });

  it('refuses an unknown text, an access token and an empty text', async () => {
    const { access_token: token } = await startSignIn();
    for (const text of ['unknown', token]) {
      expect(await errorOf(await refresh(text))).toEqual([400, 'invalid_grant']);
    }
    expect(await errorOf(await refresh(''))).toEqual([400, 'invalid_request']);
  });

  it('is refused if the account is deactivated or the refresh token has expired', async () => {
    const account = await createTestAccount(service, 'leaving');
    const { refresh_token: token } = await startSignIn('leaving');
    await deactivateTestAccount(service, account);
    expect(await errorOf(await refresh(token))).toEqual([400, 'invalid_grant']);
    const { refresh_token: old } = await startSignIn();
    await service.stack.data.write(
      rawSql("update token_family set expires_at = now() - interval '1 second'"),
    );
    expect(await errorOf(await refresh(old))).toEqual([400, 'invalid_grant']);
  });
});

describe('a refresh token that is used twice', () => {
  it('immediately revokes all tokens of its sign-in, and no others', async () => {
    const first = await startSignIn();
    const otherTokens = await startSignIn();
    const second = await refreshed(first.refresh_token);
    expect(await statusWith(second.access_token)).toBe(200);
    expect(await errorOf(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await statusWith(first.access_token)).toBe(401);
    expect(await statusWith(second.access_token)).toBe(401);
    expect(await errorOf(await refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await statusWith(otherTokens.access_token)).toBe(200);
  });

  it('is detected even if the requests arrive at the same time', async () => {
    const { refresh_token: token } = await startSignIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const winner = answers.find(({ status }) => status === 200);
    const { access_token: access } = tokens.parse(await winner?.json());
    expect(await statusWith(access)).toBe(401);
  });
});

describe('a refresh while the Data API fails', () => {
  it.each(['before', 'after'] as const)(
    'gives one new token if the call fails %s the statement is run',
    async (when) => {
      const first = await startSignIn();
      service.stack.server.faults.add({ when, kind: 'internal', times: 1 });
      const second = await refreshed(first.refresh_token);
      service.stack.server.faults.clear();
      expect(await statusWith(second.access_token)).toBe(200);
      await refreshed(second.refresh_token);
    },
  );

  it('leaves the token valid if every call fails', async () => {
    const { refresh_token: token } = await startSignIn();
    service.stack.server.faults.add({ when: 'before', kind: 'internal', times: 100 });
    const failed = await refresh(token);
    service.stack.server.faults.clear();
    expect(failed.status).toBe(503);
    await refreshed(token);
  });
});
