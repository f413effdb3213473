import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { newClientId, newSecret, hashRandomSecret } from '../../../lib/identity/random-secrets.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { int, rawSql, sql } from '../../../lib/data-api/sql.ts';
import {
  deleteApplication,
  registerApplication,
  replaceClientSecret,
  updateApplication,
} from '../../../lib/queries/applications/applications.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  testPassword,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let administrator: number;
let readerId: number;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  administrator = await createTestAccount(service, 'administrator', { isAdministrator: true });
  readerId = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
});

afterAll(async () => service?.close());

const readStatusWith = async (token: string): Promise<number> =>
  (await service.fetch('/resources/', { headers: bearerHeader(token) })).status;

const readRefreshStatus = async (token: string, clientId: string): Promise<number> =>
  (
    await postForm(service, '/o/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId,
    })
  ).status;

const requestToken = async (clientId: string, secret: string): Promise<Response> =>
  postForm(service, '/o/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  });

describe('the account of a deleted application', () => {
  it('is deactivated, has no groups, and is not reused for a new application with the same client id', async () => {
    const clientId = newClientId();
    const details = {
      name: 'Harvester',
      clientType: 'confidential',
      grantType: 'client-credentials',
      redirectUris: [],
    } as const;
    const register = async (): Promise<string> => {
      const secret = newSecret();
      await service.stack.dataApi.write(
        registerApplication(administrator, clientId, hashRandomSecret(secret), details),
      );
      return secret;
    };
    const readServiceAccount = async (): Promise<readonly string[]> =>
      queryColumn(
        service,
        `select service_account_id::text from oauth_application where client_id = '${clientId}'`,
      );
    await register();
    const [firstAccount] = await readServiceAccount();
    await service.stack.dataApi.write(sql`insert into group_member (account_id, account_group_id)
select ${int(Number(firstAccount))}, g.account_group_id
from account_group g
where g.name = 'Resource Editor'`);
    const [application] = await queryColumn(
      service,
      `select application_id::text from oauth_application where client_id = '${clientId}'`,
    );
    await service.stack.dataApi.write(deleteApplication(administrator, application ?? ''));
    const secret = await register();
    const [secondAccount] = await readServiceAccount();
    expect(secondAccount).not.toBe(firstAccount);
    expect(
      await queryColumn(
        service,
        `select account_group_id::text from group_member where account_id in (${firstAccount}, ${secondAccount})`,
      ),
    ).toEqual([]);
    expect(
      await queryColumn(
        service,
        `select is_active::text from account where account_id = ${firstAccount}`,
      ),
    ).toEqual(['false']);
    expect((await requestToken(clientId, secret)).status).toBe(200);
  });
});

describe('an application whose grant type is changed', () => {
  it('keeps its account, which stays deactivated without such a change, but its tokens are refused from then on', async () => {
    const { clientId, secret } = await createTestApplication(
      service,
      administrator,
      'confidential',
      'client-credentials',
    );
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse(await (await requestToken(clientId, secret)).json());
    expect(await readStatusWith(token)).toBe(200);
    const [applicationId = ''] = await queryColumn(
      service,
      `select application_id::text from oauth_application where client_id = '${clientId}'`,
    );
    const details = { name: 'Renamed', clientType: 'confidential', redirectUris: [] } as const;
    const changeGrantType = async (grantType: 'password' | 'client-credentials'): Promise<void> => {
      const query = updateApplication(
        administrator,
        applicationId,
        { ...details, grantType },
        hashRandomSecret('unused'),
      );
      const updated = await runQuery(service.stack.dataApi.write, query);
      expect(updated?.applicationId).toBe(applicationId);
    };
    const accountBefore = await queryColumn(
      service,
      `select service_account_id::text from oauth_application where client_id = '${clientId}'`,
    );
    await changeGrantType('client-credentials');
    expect(await readStatusWith(token)).toBe(200);
    const setActive = (isActive: boolean): Promise<unknown> =>
      service.stack.dataApi.write(
        rawSql(`update account set is_active = ${isActive} where account_id = ${accountBefore[0]}`),
      );
    await setActive(false);
    await changeGrantType('client-credentials');
    expect((await requestToken(clientId, secret)).status).toBe(400);
    await setActive(true);
    await changeGrantType('password');
    expect(await readStatusWith(token)).toBe(401);
    expect((await requestToken(clientId, secret)).status).toBe(400);
    await changeGrantType('client-credentials');
    expect((await requestToken(clientId, secret)).status).toBe(200);
    expect(await readStatusWith(token)).toBe(401);
    expect(
      await queryColumn(
        service,
        `select service_account_id::text from oauth_application where client_id = '${clientId}'`,
      ),
    ).toEqual(accountBefore);
  });
});

describe('a token that was issued before the time tokens_valid_from of its account', () => {
  it('is refused, even if it was not revoked', async () => {
    const { clientId } = await createTestApplication(service, administrator);
    const firstTokens = await fetchTokens(service, 'reader', clientId);
    expect(await readStatusWith(firstTokens.access_token)).toBe(200);
    await service.stack.dataApi.write(sql`update account
set tokens_valid_from = clock_timestamp()
where account_id = ${int(readerId)}`);
    expect(await readStatusWith(firstTokens.access_token)).toBe(401);
    expect(await readRefreshStatus(firstTokens.refresh_token, clientId)).toBe(400);
    const secondTokens = await fetchTokens(service, 'reader', clientId);
    expect(await readStatusWith(secondTokens.access_token)).toBe(200);
  });
});

describe('a revoked token', () => {
  it('is refused with 401 even with correct credentials or a malformed id', async () => {
    const { clientId } = await createTestApplication(service, administrator);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    await postForm(service, '/o/revoke_token', { token, client_id: clientId });
    const credentials = { username: 'reader', password: testPassword };
    for (const path of ['/auth/get_token', '/auth/user_profile']) {
      expect((await postForm(service, path, credentials, bearerHeader(token))).status).toBe(401);
    }
    for (const path of ['/resources/not-a-uuid', '/rdm/concepts/not-a-uuid']) {
      expect((await service.fetch(path, { headers: bearerHeader(token) })).status).toBe(401);
    }
  });

  it('does not keep a client that goes on sending it, as ArcGIS Pro does, from signing in again', async () => {
    const { clientId } = await createTestApplication(service, administrator);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    await postForm(service, '/o/revoke_token', { token, client_id: clientId });
    const credentials = { username: 'reader', password: testPassword };
    const headers = bearerHeader(token);
    expect((await service.fetch('/', { headers })).status).toBe(200);
    for (const path of ['/auth/get_client_id', '/auth/server_settings']) {
      expect((await postForm(service, path, credentials, headers)).status).toBe(200);
    }
    const fields = { ...credentials, grant_type: 'password', client_id: clientId };
    expect((await postForm(service, '/o/token/', fields, headers)).status).toBe(200);
  });
});

describe('a token of POST /auth/get_token', () => {
  it('can be revoked with the client id of any application', async () => {
    const { clientId } = await createTestApplication(service, administrator);
    const fields = { username: 'reader', password: testPassword };
    const token = await (await postForm(service, '/auth/get_token', fields)).text();
    expect(await readStatusWith(token)).toBe(200);
    const response = await postForm(service, '/o/revoke_token', { token, client_id: clientId });
    expect(response.status).toBe(200);
    expect(await readStatusWith(token)).toBe(401);
  });
});

describe('an application whose secret is replaced', () => {
  it('gets tokens only with the new secret, and its tokens are refused from then on', async () => {
    const { clientId, secret } = await createTestApplication(
      service,
      administrator,
      'confidential',
      'client-credentials',
    );
    const readToken = async (clientSecret: string): Promise<string> =>
      z
        .object({ access_token: z.string() })
        .parse(await (await requestToken(clientId, clientSecret)).json()).access_token;
    const token = await readToken(secret);
    expect(await readStatusWith(token)).toBe(200);
    const [applicationId = ''] = await queryColumn(
      service,
      `select application_id::text from oauth_application where client_id = '${clientId}'`,
    );
    const newClientSecret = newSecret();
    const hash = hashRandomSecret(newClientSecret);
    const query = replaceClientSecret(administrator, applicationId, hash);
    expect(await runQuery(service.stack.dataApi.write, query)).toBe(true);
    expect(await readStatusWith(token)).toBe(401);
    expect((await requestToken(clientId, secret)).status).toBe(401);
    expect(await readStatusWith(await readToken(newClientSecret))).toBe(200);
  });
});
