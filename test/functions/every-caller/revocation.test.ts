import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { int, sql, text } from '../../../lib/data-api/sql.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
} from '../../../infra/cli/accounts/queries/accounts.ts';
import {
  deleteApplication,
  updateApplication,
} from '../../../lib/queries/applications/applications.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  deactivateTestAccount,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { openVisitor, type Visitor } from '../oauth/visitor.ts';

/** The sign-ins of one account: through two applications, and in a browser. */
type SignIns = {
  readonly username: string;
  readonly account: number;
  readonly clientId: string;
  readonly tokens: Tokens;
  readonly otherClientId: string;
  readonly otherTokens: Tokens;
  readonly visitor: Visitor;
};
type Tokens = Awaited<ReturnType<typeof fetchTokens>>;

let service: TestService;
let owner: number;
let signIns: SignIns;
let accountCount = 0;

beforeAll(async () => {
  service = await openTestService();
  owner = await createTestAccount(service, 'owner');
});

beforeEach(async () => {
  accountCount += 1;
  const username = `reader ${accountCount}`;
  const account = await createTestAccount(service, username);
  const { clientId } = await createTestApplication(service, owner);
  const { clientId: otherClientId } = await createTestApplication(service, owner);
  const visitor = openVisitor(service);
  await visitor.signIn(username);
  signIns = {
    username,
    account,
    clientId,
    tokens: await fetchTokens(service, username, clientId),
    otherClientId,
    otherTokens: await fetchTokens(service, username, otherClientId),
    visitor,
  };
});

afterAll(async () => service?.close());

const revoke = (token: string): Promise<Response> =>
  postForm(service, '/o/revoke_token', { token, client_id: signIns.clientId });

const refresh = (token: string, client_id: string): Promise<Response> =>
  postForm(service, '/o/token', { grant_type: 'refresh_token', refresh_token: token, client_id });

async function isValidToken({
  access_token: token,
}: Pick<Tokens, 'access_token'>): Promise<boolean> {
  const init = { method: 'POST', headers: bearerHeader(token) };
  const { status } = await service.fetch('/auth/user_profile', init);
  expect([200, 401]).toContain(status);
  return status === 200;
}

async function readApplicationId(clientId: string): Promise<string> {
  const [row] = await service.stack.dataApi.read(sql`select o.application_id::text
from oauth_application o
where o.client_id = ${text(clientId)}`);
  return String(row?.[0]);
}

/** Lists the tokens and sessions that are still valid. An ended session redirects to the sign-in. */
async function listValidSignIns(): Promise<readonly string[]> {
  const { tokens, clientId, otherTokens, otherClientId, visitor } = signIns;
  const validity = {
    'access token': await isValidToken(tokens),
    'other access token': await isValidToken(otherTokens),
    session: (await visitor.get('/o/applications/')).status !== 303,
    'refresh token': (await refresh(tokens.refresh_token, clientId)).status === 200,
    'other refresh token': (await refresh(otherTokens.refresh_token, otherClientId)).status === 200,
  };
  return Object.entries(validity).flatMap(([name, isValid]) => (isValid ? [name] : []));
}

const otherSignIns = ['other access token', 'session', 'other refresh token'];

describe('without a revocation', () => {
  it('all sign-ins of an account are valid', async () => {
    expect((await listValidSignIns()).toSorted()).toEqual(
      ['access token', 'refresh token', ...otherSignIns].toSorted(),
    );
  });
});

describe('only one sign-in ends, and the other sign-ins of the account stay valid,', () => {
  it('if its access token is revoked, which also ends the refresh token', async () => {
    await revoke(signIns.tokens.access_token);
    expect(await listValidSignIns()).toEqual(otherSignIns);
  });

  it('if its refresh token is revoked, which also ends the access token', async () => {
    await revoke(signIns.tokens.refresh_token);
    expect(await listValidSignIns()).toEqual(otherSignIns);
  });

  it('if a refresh token is used twice, which also ends the tokens issued for the first use', async () => {
    const { tokens, clientId } = signIns;
    const refreshResponse = await refresh(tokens.refresh_token, clientId);
    await refresh(tokens.refresh_token, clientId);
    const newTokens = z.object({ access_token: z.string() }).parse(await refreshResponse.json());
    expect(await isValidToken(newTokens)).toBe(false);
    expect(await listValidSignIns()).toEqual(otherSignIns);
  });

  it('if its application is deleted', async () => {
    const id = await readApplicationId(signIns.clientId);
    await service.stack.dataApi.write(deleteApplication(owner, id));
    expect(await listValidSignIns()).toEqual(otherSignIns);
  });

  it('if its application is updated with another grant type', async () => {
    const details = {
      name: 'A test',
      clientType: 'public',
      grantType: 'authorization-code',
      redirectUris: ['https://application.example/'],
    } as const;
    const id = await readApplicationId(signIns.clientId);
    await service.stack.dataApi.write(updateApplication(owner, id, details, ''));
    expect(await listValidSignIns()).toEqual(otherSignIns);
  });
});

describe('all sign-ins of an account end', () => {
  it('if its password is changed', async () => {
    const hash = await hashPassword('another password');
    await service.stack.dataApi.write(changePassword(signIns.username, hash));
    expect(await listValidSignIns()).toEqual([]);
  });

  it('if it is deactivated, and stay ended after it is activated again', async () => {
    await service.stack.dataApi.write(deactivateAccount(signIns.username));
    expect(await listValidSignIns()).toEqual([]);
    await service.stack.dataApi.write(activateAccount(signIns.username));
    expect(await listValidSignIns()).toEqual([]);
  });

  it('if it is deactivated by a plain update of its row', async () => {
    await deactivateTestAccount(service, signIns.account);
    expect(await listValidSignIns()).toEqual([]);
  });

  it('if it is deleted', async () => {
    await service.stack.dataApi.write(sql`delete from account
where account_id = ${int(signIns.account)}`);
    expect(await listValidSignIns()).toEqual([]);
  });
});
