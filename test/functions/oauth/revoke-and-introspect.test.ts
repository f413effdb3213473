import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  bearerHeader,
  readChallenge,
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
  type TestApplication,
} from '../../support/accounts.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let readerId: number;
let publicClientId: string;
let confidentialApplication: TestApplication;
let otherPublicClientId: string;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  readerId = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  publicClientId = (await createTestApplication(service, administrator)).clientId;
  otherPublicClientId = (await createTestApplication(service, administrator)).clientId;
  confidentialApplication = await createTestApplication(
    service,
    administrator,
    'confidential',
    'client-credentials',
  );
});

afterAll(async () => service?.close());

type Fields = Readonly<Record<string, string>>;

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

async function signIn(): Promise<z.output<typeof tokens>> {
  return tokens.parse(await fetchTokens(service, 'reader', publicClientId));
}

const basicHeader = (): Fields => ({
  authorization: `Basic ${Buffer.from(`${confidentialApplication.clientId}:${confidentialApplication.secret}`).toString('base64')}`,
});

const revoke = async (token: string, client_id = publicClientId): Promise<Response> =>
  postForm(service, '/o/revoke_token/', { token, client_id });

const introspect = async (token: string): Promise<unknown> => {
  const response = await postForm(service, '/o/introspect/', { token }, basicHeader());
  expect(response.status).toBe(200);
  return response.json();
};

const readStatusWith = async (token: string): Promise<number> =>
  (await service.fetch('/resources/', { headers: bearerHeader(token) })).status;

async function errorOf(response: Response): Promise<readonly [number, unknown]> {
  const { error } = z.object({ error: z.string() }).parse(await response.json());
  return [response.status, error];
}

describe('revocation', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'of an %s also revokes the other token of the sign-in, from the next request on',
    async (kind) => {
      const issuedTokens = await signIn();
      expect(await readStatusWith(issuedTokens.access_token)).toBe(200);
      const response = await revoke(issuedTokens[kind]);
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(await readStatusWith(issuedTokens.access_token)).toBe(401);
      const refreshAnswer = await postForm(service, '/o/token', {
        grant_type: 'refresh_token',
        refresh_token: issuedTokens.refresh_token,
        client_id: publicClientId,
      });
      expect(await errorOf(refreshAnswer)).toEqual([400, 'invalid_grant']);
    },
  );

  it('adds no Data API call to later requests', async () => {
    const { access_token: token } = await signIn();
    await revoke(token);
    expect(await service.countCalls(() => readStatusWith(token))).toBe(1);
  });

  it('answers an unknown token with 200, and an empty token with 400', async () => {
    for (const text of ['unknown', 'a.b.c', `${(await signIn()).access_token}x`]) {
      expect((await revoke(text)).status).toBe(200);
    }
    expect(await errorOf(await revoke(''))).toEqual([400, 'invalid_request']);
  });

  it('is refused for applications to which the token was not issued', async () => {
    const { access_token: token } = await signIn();
    expect(await errorOf(await revoke(token, 'unknown'))).toEqual([401, 'invalid_client']);
    expect(await errorOf(await revoke(token, otherPublicClientId))).toEqual([
      400,
      'unauthorized_client',
    ]);
    expect(await readStatusWith(token)).toBe(200);
  });

  it('of a token of a confidential application requires the secret of the application', async () => {
    const { clientId, secret } = confidentialApplication;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    const tokenAnswer = await postForm(service, '/o/token', fields);
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse(await tokenAnswer.json());
    expect(await errorOf(await revoke(token, clientId))).toEqual([401, 'invalid_client']);
    expect(await readStatusWith(token)).toBe(200);
    const response = await postForm(service, '/o/revoke_token', { token }, basicHeader());
    expect(response.status).toBe(200);
    expect(await readStatusWith(token)).toBe(401);
  });
});

describe('introspection', () => {
  it('returns the properties of an access token to a confidential application', async () => {
    const { access_token: token } = await signIn();
    expect(await introspect(token)).toEqual({
      active: true,
      scope: 'read write',
      client_id: publicClientId,
      username: 'reader',
      token_type: 'Bearer',
      jti: expect.any(String),
      aud: baseUrl,
      exp: expect.any(Number),
      iat: expect.any(Number),
      sub: String(readerId),
      iss: baseUrl,
    });
  });

  it('reports a refresh token as active until it has been exchanged', async () => {
    const issuedTokens = await signIn();
    expect(await introspect(issuedTokens.refresh_token)).toMatchObject({
      active: true,
      username: 'reader',
    });
    await postForm(service, '/o/token', {
      grant_type: 'refresh_token',
      refresh_token: issuedTokens.refresh_token,
      client_id: publicClientId,
    });
    expect(await introspect(issuedTokens.refresh_token)).toEqual({ active: false });
  });

  it('returns only `active: false` for a revoked, unknown or malformed token', async () => {
    const { access_token: token } = await signIn();
    await revoke(token);
    for (const text of [token, 'unknown', 'a.b.c']) {
      expect(await introspect(text)).toEqual({ active: false });
    }
  });

  it('is refused with 401 without the secret of a confidential application', async () => {
    const { access_token: token } = await signIn();
    const { clientId } = confidentialApplication;
    for (const fields of [
      { token, client_id: publicClientId },
      { token, client_id: clientId },
      { token, client_id: clientId, client_secret: 'wrong' },
      { token },
    ]) {
      const response = await postForm(service, '/o/introspect', fields);
      expect(readChallenge(response)).toBe('Basic realm="oauth"');
      expect(await errorOf(response)).toEqual([401, 'invalid_client']);
    }
  });
});

describe('the metadata of the authorization server', () => {
  it('has `none` as the only response type, because no grant has a front channel', async () => {
    expect(await service.fetchJson('/.well-known/oauth-authorization-server')).toMatchObject({
      response_types_supported: ['none'],
    });
  });

  it('contains the URIs of existing endpoints', async () => {
    const metadata = z
      .object({
        issuer: z.literal(baseUrl),
        token_endpoint: z.string(),
        revocation_endpoint: z.string(),
        introspection_endpoint: z.string(),
        jwks_uri: z.string(),
      })
      .loose()
      .parse(await service.fetchJson('/.well-known/oauth-authorization-server'));
    for (const uri of [
      metadata.token_endpoint,
      metadata.revocation_endpoint,
      metadata.introspection_endpoint,
    ]) {
      expect((await postForm(service, uri.replace(baseUrl, ''), {})).status).toBe(400);
    }
    const keys = await service.fetchJson(metadata.jwks_uri.replace(baseUrl, ''));
    expect(keys).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          alg: 'ES256',
          use: 'sig',
        },
      ],
    });
  });
});
