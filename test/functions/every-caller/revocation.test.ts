import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { int, sql, text } from '../../../lib/data-api/sql.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
} from '../../../infra/queries/accounts.ts';
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

/** The sign-ins of one account: through two applications and with a browser. */
type SignedIn = {
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
let signedInTo: SignedIn;
let count = 0;

beforeAll(async () => {
  service = await openTestService();
  owner = await createTestAccount(service, 'owner');
});

beforeEach(async () => {
  count += 1;
  const username = `reader ${count}`;
  const account = await createTestAccount(service, username);
  const { clientId } = await createTestApplication(service, owner);
  const { clientId: otherClientId } = await createTestApplication(service, owner);
  const visitor = openVisitor(service);
  await visitor.signIn(username);
  signedInTo = {
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
  postForm(service, '/o/revoke_token', { token, client_id: signedInTo.clientId });

const refresh = (token: string, client_id: string): Promise<Response> =>
  postForm(service, '/o/token', { grant_type: 'refresh_token', refresh_token: token, client_id });

async function isGood({ access_token: token }: Pick<Tokens, 'access_token'>): Promise<boolean> {
  const init = { method: 'POST', headers: bearerHeader(token) };
  const { status } = await service.fetch('/auth/user_profile', init);
  expect([200, 401]).toContain(status);
  return status === 200;
}

async function applicationId(clientId: string): Promise<string> {
  const [row] = await service.stack.data.read(sql`select o.application_id::text
from oauth_application o
where o.client_id = ${text(clientId)}`);
  return String(row?.[0]);
}

/** The sign-ins that are still valid. An ended session redirects to the sign-in. */
async function stillGood(): Promise<readonly string[]> {
  const { tokens, clientId, otherTokens, otherClientId, visitor } = signedInTo;
  const good = {
    'access token': await isGood(tokens),
    'other access token': await isGood(otherTokens),
    session: (await visitor.get('/o/applications/')).status !== 303,
    'refresh token': (await refresh(tokens.refresh_token, clientId)).status === 200,
    'other refresh token': (await refresh(otherTokens.refresh_token, otherClientId)).status === 200,
  };
  return Object.entries(good).flatMap(([name, is]) => (is ? [name] : []));
}

const otherSignIns = ['other access token', 'session', 'other refresh token'];

describe('what is good until it is ended', () => {
  it('is everything that an account is signed in to', async () => {
    expect((await stillGood()).toSorted()).toEqual(
      ['access token', 'refresh token', ...otherSignIns].toSorted(),
    );
  });
});

describe('what ends one sign-in, and leaves the others', () => {
  it('is to revoke its access token, which ends its refresh token too', async () => {
    await revoke(signedInTo.tokens.access_token);
    expect(await stillGood()).toEqual(otherSignIns);
  });

  it('is to revoke its refresh token, which ends its access token too', async () => {
    await revoke(signedInTo.tokens.refresh_token);
    expect(await stillGood()).toEqual(otherSignIns);
  });

  it('is to use a refresh token twice, which ends the tokens that followed it too', async () => {
    const { tokens, clientId } = signedInTo;
    const followed = await refresh(tokens.refresh_token, clientId);
    await refresh(tokens.refresh_token, clientId);
    const following = z.object({ access_token: z.string() }).parse(await followed.json());
    expect(await isGood(following)).toBe(false);
    expect(await stillGood()).toEqual(otherSignIns);
  });

  it('is to delete its application', async () => {
    const id = await applicationId(signedInTo.clientId);
    await service.stack.data.write(deleteApplication(owner, id));
    expect(await stillGood()).toEqual(otherSignIns);
  });

  it('is to register its application on other terms', async () => {
    const details = {
      name: 'A test',
      clientType: 'public',
      grantType: 'authorization-code',
      redirectUris: ['https://application.example/'],
    } as const;
    const id = await applicationId(signedInTo.clientId);
    await service.stack.data.write(updateApplication(owner, id, details, ''));
    expect(await stillGood()).toEqual(otherSignIns);
  });
});

describe('what ends everything that an account is signed in to', () => {
  it('is to give it another password', async () => {
    const hash = await hashPassword('another password');
    await service.stack.data.write(changePassword(signedInTo.username, hash));
    expect(await stillGood()).toEqual([]);
  });

  it('is to deactivate it, and nothing comes back when it is activated again', async () => {
    await service.stack.data.write(deactivateAccount(signedInTo.username));
    expect(await stillGood()).toEqual([]);
    await service.stack.data.write(activateAccount(signedInTo.username));
    expect(await stillGood()).toEqual([]);
  });

  it('is that it is deactivated, whoever did it and however', async () => {
    await deactivateTestAccount(service, signedInTo.account);
    expect(await stillGood()).toEqual([]);
  });

  it('is to delete it', async () => {
    await service.stack.data.write(sql`delete from account
where account_id = ${int(signedInTo.account)}`);
    expect(await stillGood()).toEqual([]);
  });
});
