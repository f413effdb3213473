import * as oauth from 'oauth4webapi';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { testPassword } from '../support/accounts.ts';
import {
  clearSignInAttempts,
  openReachableService,
  type ReachableService,
} from './reachable-service.ts';

// oauth4webapi, unmodified. It checks every answer against the RFCs, and throws an error if an answer does not conform.

let reachable: ReachableService;
let server: oauth.AuthorizationServer;
let publicClient: oauth.Client;
let confidentialClient: oauth.Client;

/** The emulated gateway has no TLS. */
const insecure = { [oauth.allowInsecureRequests]: true };

beforeAll(async () => {
  reachable = await openReachableService();
  server = await discoverServer(reachable.url);
  publicClient = { client_id: reachable.applications.passwordClient.clientId };
  confidentialClient = { client_id: reachable.applications.credentialsClient.clientId };
});

afterEach(async () => clearSignInAttempts(reachable));
afterAll(async () => reachable?.close());

async function discoverServer(issuer: string): Promise<oauth.AuthorizationServer> {
  const issuerUrl = new URL(reachable.url);
  const response = await oauth.discoveryRequest(issuerUrl, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(new URL(issuer), response);
}

type Parameters = Readonly<Record<string, string>>;

/** Requests tokens with the password grant, for which the library has only a generic function. */
async function requestPasswordGrant(
  overrides: Parameters = {},
  client = publicClient,
  authentication = oauth.None(),
): Promise<oauth.TokenEndpointResponse> {
  const parameters = { username: reachable.username, password: testPassword, ...overrides };
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    authentication,
    'password',
    parameters,
    insecure,
  );
  return oauth.processGenericTokenEndpointResponse(server, client, response);
}

async function requestClientCredentials(
  authentication: oauth.ClientAuth,
  parameters: Parameters = {},
): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    confidentialClient,
    authentication,
    parameters,
    insecure,
  );
  return oauth.processClientCredentialsResponse(server, confidentialClient, response);
}

async function refreshTokens(
  refreshToken: string | undefined,
  additionalParameters: Parameters = {},
): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.refreshTokenGrantRequest(
    server,
    publicClient,
    oauth.None(),
    refreshToken ?? '',
    { additionalParameters, ...insecure },
  );
  return oauth.processRefreshTokenResponse(server, publicClient, response);
}

/** Requests a protected resource with a token. */
async function requestProfile(token: string): Promise<Response> {
  const resource = new URL(`${reachable.url}/auth/user_profile`);
  return oauth.protectedResourceRequest(token, 'POST', resource, undefined, undefined, insecure);
}

async function revokeToken(token: string): Promise<undefined> {
  const response = await oauth.revocationRequest(
    server,
    publicClient,
    oauth.None(),
    token,
    insecure,
  );
  return oauth.processRevocationResponse(response);
}

async function introspectToken(
  token: string | undefined,
  secret = reachable.applications.credentialsClient.secret,
): Promise<oauth.IntrospectionResponse> {
  const response = await oauth.introspectionRequest(
    server,
    confidentialClient,
    oauth.ClientSecretBasic(secret),
    token ?? '',
    insecure,
  );
  return oauth.processIntrospectionResponse(server, confidentialClient, response);
}

/** Validates a token as another resource server would, with the published keys. */
async function validateToken(
  token: string,
  audience = reachable.url,
): Promise<oauth.JWTAccessTokenClaims> {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request('https://elsewhere.example/', { headers });
  return oauth.validateJwtAccessToken(server, request, audience, insecure);
}

/** The error of the library for a challenge. */
const challenge = (status: number, scheme: string, parameters: Parameters) => ({
  name: 'WWWAuthenticateChallengeError',
  status,
  cause: [{ scheme, parameters }],
});

/** The error of the library for an error in the body. */
const bodyError = (status: number, error: string) => ({
  name: 'ResponseBodyError',
  status,
  error,
});

const invalidTokenChallenge = challenge(401, 'bearer', { error: 'invalid_token' });

describe('oauth4webapi, with the metadata of the service,', () => {
  it('finds the endpoints from the URL of the service alone', () => {
    expect(server).toMatchObject({
      issuer: reachable.url,
      token_endpoint: `${reachable.url}/o/token`,
      revocation_endpoint: `${reachable.url}/o/revoke_token`,
      introspection_endpoint: `${reachable.url}/o/introspect`,
      jwks_uri: `${reachable.url}/.well-known/jwks.json`,
    });
  });

  it('refuses the metadata if it expects another issuer', async () => {
    await expect(discoverServer('https://other.example')).rejects.toMatchObject({
      code: oauth.JSON_ATTRIBUTE_COMPARISON,
    });
  });
});

describe('oauth4webapi, with the password grant', () => {
  it('gets tokens for a username and a password', async () => {
    expect(await requestPasswordGrant()).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 36_000,
      refresh_token: expect.any(String),
      scope: 'read write',
    });
  });

  it('reads a protected resource with the token', async () => {
    const { access_token: token } = await requestPasswordGrant();
    expect((await requestProfile(token)).status).toBe(200);
  });

  it('gets only the scope that it requests', async () => {
    expect(await requestPasswordGrant({ scope: 'read' })).toMatchObject({ scope: 'read' });
  });

  it('gets 401 invalid_grant in the body for a wrong password', async () => {
    await expect(requestPasswordGrant({ password: 'wrong' })).rejects.toMatchObject({
      ...bodyError(401, 'invalid_grant'),
      error_description: expect.any(String),
    });
  });

  it('gets 401 invalid_grant in the body for an unknown user', async () => {
    await expect(requestPasswordGrant({ username: 'nobody' })).rejects.toMatchObject(
      bodyError(401, 'invalid_grant'),
    );
  });

  it('gets a Basic challenge for an unknown application, with client_id in the body or in the header', async () => {
    const unknown = { client_id: 'unknown' };
    await expect(requestPasswordGrant({}, unknown)).rejects.toMatchObject(
      challenge(401, 'basic', { realm: 'oauth' }),
    );
    await expect(
      requestPasswordGrant({}, unknown, oauth.ClientSecretBasic('secret')),
    ).rejects.toMatchObject(challenge(401, 'basic', { realm: 'oauth' }));
  });

  it('gets 400 invalid_scope in the body for an invalid scope', async () => {
    await expect(requestPasswordGrant({ scope: 'everything' })).rejects.toMatchObject(
      bodyError(400, 'invalid_scope'),
    );
  });

  it('gets 429 with Retry-After after five wrong passwords', async () => {
    for (let failure = 1; failure <= 5; failure += 1) {
      await expect(requestPasswordGrant({ password: 'wrong' })).rejects.toMatchObject({
        status: 401,
      });
    }
    const sixthError: unknown = await requestPasswordGrant().catch((error: unknown) => error);
    expect(sixthError).toMatchObject(bodyError(429, 'temporarily_unavailable'));
    const seconds =
      sixthError instanceof oauth.ResponseBodyError
        ? sixthError.response.headers.get('retry-after')
        : '';
    expect(seconds).toMatch(/^[1-9]\d*$/);
  });
});

describe('oauth4webapi, with client credentials', () => {
  it('gets a token with the secret in the header or in the body', async () => {
    const { secret } = reachable.applications.credentialsClient;
    for (const authentication of [
      oauth.ClientSecretBasic(secret),
      oauth.ClientSecretPost(secret),
    ]) {
      const tokens = await requestClientCredentials(authentication, { scope: 'read' });
      expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read' });
      expect(tokens).not.toHaveProperty('refresh_token');
      expect((await requestProfile(tokens.access_token)).status).toBe(200);
    }
  });

  it('gets a Basic challenge for a wrong secret in the header or in the body', async () => {
    await expect(requestClientCredentials(oauth.ClientSecretBasic('wrong'))).rejects.toMatchObject(
      challenge(401, 'basic', { realm: 'oauth' }),
    );
    await expect(requestClientCredentials(oauth.ClientSecretPost('wrong'))).rejects.toMatchObject(
      challenge(401, 'basic', { realm: 'oauth' }),
    );
  });
});

describe('oauth4webapi, with a refresh token', () => {
  it('gets a new access token and a new refresh token', async () => {
    const first = await requestPasswordGrant();
    const second = await refreshTokens(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await requestProfile(second.access_token)).status).toBe(200);
  });

  it('gets the scope of the old token again, and 400 invalid_scope for a wider scope', async () => {
    const { refresh_token: token } = await requestPasswordGrant({ scope: 'read' });
    await expect(refreshTokens(token, { scope: 'read write' })).rejects.toMatchObject(
      bodyError(400, 'invalid_scope'),
    );
    expect(await refreshTokens(token, { scope: 'read' })).toMatchObject({ scope: 'read' });
  });

  it('loses all tokens of the sign-in if it uses the refresh token twice', async () => {
    const first = await requestPasswordGrant();
    const second = await refreshTokens(first.refresh_token);
    await expect(refreshTokens(first.refresh_token)).rejects.toMatchObject(
      bodyError(400, 'invalid_grant'),
    );
    await expect(refreshTokens(second.refresh_token)).rejects.toMatchObject(
      bodyError(400, 'invalid_grant'),
    );
    for (const { access_token: token } of [first, second]) {
      await expect(requestProfile(token)).rejects.toMatchObject(invalidTokenChallenge);
    }
  });
});

describe('oauth4webapi, at the revocation endpoint', () => {
  it('revokes the access token and the refresh token together, whichever of the two it sends', async () => {
    for (const sentToken of ['access_token', 'refresh_token'] as const) {
      const tokens = await requestPasswordGrant();
      await revokeToken(tokens[sentToken] ?? '');
      await expect(requestProfile(tokens.access_token)).rejects.toMatchObject(
        invalidTokenChallenge,
      );
      await expect(refreshTokens(tokens.refresh_token)).rejects.toMatchObject(
        bodyError(400, 'invalid_grant'),
      );
    }
  });

  it('gets a success answer for an unknown token', async () => {
    await expect(revokeToken('unknown')).resolves.toBeUndefined();
  });
});

describe('oauth4webapi, at the introspection endpoint', () => {
  it('gets the scope, application and account of a token', async () => {
    const tokens = await requestPasswordGrant({ scope: 'read' });
    const commonClaims = {
      active: true,
      scope: 'read',
      client_id: publicClient.client_id,
      username: reachable.username,
      iss: reachable.url,
      sub: expect.any(String),
      exp: expect.any(Number),
      iat: expect.any(Number),
    };
    expect(await introspectToken(tokens.refresh_token)).toEqual(commonClaims);
    expect(await introspectToken(tokens.access_token)).toEqual({
      ...commonClaims,
      aud: reachable.url,
      jti: expect.any(String),
      token_type: expect.stringMatching(/^bearer$/i),
    });
  });

  it('gets only `active: false` for a revoked and for an unknown token', async () => {
    const { access_token: token } = await requestPasswordGrant();
    await revokeToken(token);
    for (const text of [token, 'unknown']) {
      expect(await introspectToken(text)).toEqual({ active: false });
    }
  });

  it('gets 401 for a wrong secret', async () => {
    await expect(introspectToken('any', 'wrong')).rejects.toMatchObject(
      challenge(401, 'basic', { realm: 'oauth' }),
    );
  });
});

describe('oauth4webapi, as another resource server', () => {
  it('validates an access token with the published keys', async () => {
    const { access_token: token } = await requestPasswordGrant();
    expect(await validateToken(token)).toMatchObject({
      iss: reachable.url,
      aud: reachable.url,
      client_id: publicClient.client_id,
      scope: 'read write',
    });
  });

  it('refuses a token of the service if it expects its own URL as audience', async () => {
    const { access_token: token } = await requestPasswordGrant();
    await expect(validateToken(token, 'https://elsewhere.example')).rejects.toMatchObject({
      code: oauth.JWT_CLAIM_COMPARISON,
    });
  });

  it('refuses a token with the signature of another token', async () => {
    const first = await requestPasswordGrant();
    const second = await requestPasswordGrant();
    const [header, payload] = first.access_token.split('.');
    const signature = second.access_token.split('.')[2];
    await expect(validateToken(`${header}.${payload}.${signature}`)).rejects.toThrow('signature');
  });
});

describe('oauth4webapi, at a protected resource', () => {
  it('gets invalid_token and insufficient_scope in a Bearer challenge', async () => {
    await expect(requestProfile('abc')).rejects.toMatchObject(invalidTokenChallenge);
    const { access_token: token } = await requestPasswordGrant({ scope: 'write' });
    await expect(requestProfile(token)).rejects.toMatchObject(
      challenge(403, 'bearer', { error: 'insufficient_scope', scope: 'read' }),
    );
  });
});
