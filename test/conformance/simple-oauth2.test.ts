import {
  ClientCredentials,
  ResourceOwnerPassword,
  type AccessToken,
  type ModuleOptions,
} from 'simple-oauth2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { bearerHeader, testPassword, type TestApplication } from '../support/accounts.ts';
import {
  clearSignInAttempts,
  openReachableService,
  type ReachableService,
} from './reachable-service.ts';

// simple-oauth2, unmodified: a client that sends the credentials of its application in the header or in the body.

let reachable: ReachableService;

beforeAll(async () => {
  reachable = await openReachableService();
});

afterEach(async () => clearSignInAttempts(reachable));
afterAll(async () => reachable?.close());

const places = ['header', 'body'] as const;
type Place = (typeof places)[number];

function configured({ clientId, secret }: TestApplication, place: Place): ModuleOptions {
  return {
    client: { id: clientId, secret },
    auth: { tokenHost: reachable.url, tokenPath: '/o/token', revokePath: '/o/revoke_token' },
    options: { authorizationMethod: place },
  };
}

function signIn(
  place: Place,
  changed: Readonly<Record<string, string>> = {},
  application = reachable.applications.passwordClient,
): Promise<AccessToken> {
  const client = new ResourceOwnerPassword(configured(application, place));
  return client.getToken({ username: reachable.username, password: testPassword, ...changed });
}

function clientCredentials(place: Place, secret?: string): Promise<AccessToken> {
  const { credentialsClient: forItself } = reachable.applications;
  const application = { ...forItself, secret: secret ?? forItself.secret };
  return new ClientCredentials(configured(application, place)).getToken({ scope: ['read'] });
}

/** The status of a protected resource for an access token. */
async function statusOf({ token }: AccessToken): Promise<number> {
  const headers = bearerHeader(String(token['access_token']));
  const response = await fetch(`${reachable.url}/auth/user_profile`, { method: 'POST', headers });
  return response.status;
}

/** The error of the library for a failed request. */
const refusal = (status: number, error: string) => ({
  output: { statusCode: status },
  data: { payload: { error, error_description: expect.any(String) } },
});

describe.each(places)('simple-oauth2, with its application in the %s', (place) => {
  it('gets tokens for a username and a password', async () => {
    const given = await signIn(place);
    expect(given.token).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      scope: 'read write',
      expires_at: expect.any(Date),
    });
    expect(given.expired()).toBe(false);
    expect(given.expired(36_000)).toBe(true);
    expect(await statusOf(given)).toBe(200);
  });

  it('gets a token for itself by client credentials', async () => {
    const given = await clientCredentials(place);
    expect(given.token).toMatchObject({ token_type: 'Bearer', scope: 'read' });
    expect(given.token).not.toHaveProperty('refresh_token');
    expect(await statusOf(given)).toBe(200);
  });

  it('refreshes, and loses all that came out of the sign-in by refreshing twice with one token', async () => {
    const first = await signIn(place);
    const second = await first.refresh();
    expect(second.token['refresh_token']).not.toBe(first.token['refresh_token']);
    expect(await statusOf(second)).toBe(200);
    await expect(first.refresh()).rejects.toMatchObject(refusal(400, 'invalid_grant'));
    await expect(second.refresh()).rejects.toMatchObject(refusal(400, 'invalid_grant'));
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  });

  it('refreshes to a narrower scope, and never to a wider one', async () => {
    const given = await signIn(place, { scope: 'read' });
    await expect(given.refresh({ scope: ['read', 'write'] })).rejects.toMatchObject(
      refusal(400, 'invalid_scope'),
    );
    expect((await given.refresh({ scope: ['read'] })).token).toMatchObject({ scope: 'read' });
  });

  it('revokes by either token, which ends both', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const given = await signIn(place);
      await given.revoke(kind);
      expect(await statusOf(given)).toBe(401);
      await expect(given.refresh()).rejects.toMatchObject(refusal(400, 'invalid_grant'));
    }
  });

  it('revokes both, one after the other, without an error', async () => {
    const given = await signIn(place);
    await given.revokeAll();
    expect(await statusOf(given)).toBe(401);
  });

  it('is told of wrong credentials, whichever is wrong', async () => {
    for (const wrong of [{ password: 'wrong' }, { username: 'nobody' }]) {
      await expect(signIn(place, wrong)).rejects.toMatchObject(refusal(401, 'invalid_grant'));
    }
  });

  it('is told of an unknown application, and of a wrong secret', async () => {
    const unknown = { clientId: 'unknown', secret: 'secret' };
    await expect(signIn(place, {}, unknown)).rejects.toMatchObject(refusal(401, 'invalid_client'));
    await expect(clientCredentials(place, 'wrong')).rejects.toMatchObject(
      refusal(401, 'invalid_client'),
    );
  });

  it('is told of an invalid scope', async () => {
    await expect(signIn(place, { scope: 'everything' })).rejects.toMatchObject(
      refusal(400, 'invalid_scope'),
    );
  });

  it('is told to wait, and for how long', async () => {
    for (let failure = 1; failure <= 5; failure += 1) {
      await expect(signIn(place, { password: 'wrong' })).rejects.toMatchObject(
        refusal(401, 'invalid_grant'),
      );
    }
    const refused = await signIn(place).catch((error: unknown) => error);
    expect(refused).toMatchObject(refusal(429, 'temporarily_unavailable'));
    expect(refused).toMatchObject({
      data: { headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } },
    });
  });
});
