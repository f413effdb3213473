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

// simple-oauth2, unmodified. It sends the credentials of its application in the header or in the body.

let reachable: ReachableService;

beforeAll(async () => {
  reachable = await openReachableService();
});

afterEach(async () => clearSignInAttempts(reachable));
afterAll(async () => reachable?.close());

const credentialPlaces = ['header', 'body'] as const;
type CredentialPlace = (typeof credentialPlaces)[number];

function moduleOptions(
  { clientId, secret }: TestApplication,
  place: CredentialPlace,
): ModuleOptions {
  return {
    client: { id: clientId, secret },
    auth: { tokenHost: reachable.url, tokenPath: '/o/token', revokePath: '/o/revoke_token' },
    options: { authorizationMethod: place },
  };
}

function signIn(
  place: CredentialPlace,
  overrides: Readonly<Record<string, string>> = {},
  application = reachable.applications.passwordClient,
): Promise<AccessToken> {
  const client = new ResourceOwnerPassword(moduleOptions(application, place));
  return client.getToken({ username: reachable.username, password: testPassword, ...overrides });
}

function requestClientCredentials(place: CredentialPlace, secret?: string): Promise<AccessToken> {
  const { credentialsClient } = reachable.applications;
  const application = { ...credentialsClient, secret: secret ?? credentialsClient.secret };
  return new ClientCredentials(moduleOptions(application, place)).getToken({ scope: ['read'] });
}

/** The status of a protected resource for an access token. */
async function statusOf({ token }: AccessToken): Promise<number> {
  const headers = bearerHeader(String(token['access_token']));
  const response = await fetch(`${reachable.url}/auth/user_profile`, { method: 'POST', headers });
  return response.status;
}

/** The error of the library for a failed request. */
const expectedError = (status: number, error: string) => ({
  output: { statusCode: status },
  data: { payload: { error, error_description: expect.any(String) } },
});

describe.each(credentialPlaces)(
  'simple-oauth2 with the credentials of its application in the %s',
  (place) => {
    it('gets tokens for a username and a password', async () => {
      const tokens = await signIn(place);
      expect(tokens.token).toMatchObject({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        token_type: 'Bearer',
        scope: 'read write',
        expires_at: expect.any(Date),
      });
      expect(tokens.expired()).toBe(false);
      expect(tokens.expired(36_000)).toBe(true);
      expect(await statusOf(tokens)).toBe(200);
    });

    it('gets a token with client credentials', async () => {
      const tokens = await requestClientCredentials(place);
      expect(tokens.token).toMatchObject({ token_type: 'Bearer', scope: 'read' });
      expect(tokens.token).not.toHaveProperty('refresh_token');
      expect(await statusOf(tokens)).toBe(200);
    });

    it('refreshes tokens, and loses all tokens of the sign-in if it uses a refresh token twice', async () => {
      const first = await signIn(place);
      const second = await first.refresh();
      expect(second.token['refresh_token']).not.toBe(first.token['refresh_token']);
      expect(await statusOf(second)).toBe(200);
      await expect(first.refresh()).rejects.toMatchObject(expectedError(400, 'invalid_grant'));
      await expect(second.refresh()).rejects.toMatchObject(expectedError(400, 'invalid_grant'));
      expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
    });

    it('refreshes with the scope of the old token, and gets 400 invalid_scope for a wider scope', async () => {
      const tokens = await signIn(place, { scope: 'read' });
      await expect(tokens.refresh({ scope: ['read', 'write'] })).rejects.toMatchObject(
        expectedError(400, 'invalid_scope'),
      );
      expect((await tokens.refresh({ scope: ['read'] })).token).toMatchObject({ scope: 'read' });
    });

    it('revokes the access token and the refresh token together, whichever of the two it sends', async () => {
      for (const kind of ['access_token', 'refresh_token'] as const) {
        const tokens = await signIn(place);
        await tokens.revoke(kind);
        expect(await statusOf(tokens)).toBe(401);
        await expect(tokens.refresh()).rejects.toMatchObject(expectedError(400, 'invalid_grant'));
      }
    });

    it('revokes the two tokens one after the other without an error', async () => {
      const tokens = await signIn(place);
      await tokens.revokeAll();
      expect(await statusOf(tokens)).toBe(401);
    });

    it('gets 401 invalid_grant for a wrong password and for a wrong username', async () => {
      for (const wrong of [{ password: 'wrong' }, { username: 'nobody' }]) {
        await expect(signIn(place, wrong)).rejects.toMatchObject(
          expectedError(401, 'invalid_grant'),
        );
      }
    });

    it('gets 401 invalid_client for an unknown application and for a wrong secret', async () => {
      const unknown = { clientId: 'unknown', secret: 'secret' };
      await expect(signIn(place, {}, unknown)).rejects.toMatchObject(
        expectedError(401, 'invalid_client'),
      );
      await expect(requestClientCredentials(place, 'wrong')).rejects.toMatchObject(
        expectedError(401, 'invalid_client'),
      );
    });

    it('gets 400 invalid_scope for an invalid scope', async () => {
      await expect(signIn(place, { scope: 'everything' })).rejects.toMatchObject(
        expectedError(400, 'invalid_scope'),
      );
    });

    it('gets 429 with Retry-After after five wrong passwords', async () => {
      for (let failure = 1; failure <= 5; failure += 1) {
        await expect(signIn(place, { password: 'wrong' })).rejects.toMatchObject(
          expectedError(401, 'invalid_grant'),
        );
      }
      const sixthError = await signIn(place).catch((error: unknown) => error);
      expect(sixthError).toMatchObject(expectedError(429, 'temporarily_unavailable'));
      expect(sixthError).toMatchObject({
        data: { headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } },
      });
    });
  },
);
