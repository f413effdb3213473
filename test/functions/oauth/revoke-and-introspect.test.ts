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
let reader: number;
let publicId: string;
let confidential: TestApplication;
let otherPublicId: string;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  reader = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  publicId = (await createTestApplication(service, administrator)).clientId;
  otherPublicId = (await createTestApplication(service, administrator)).clientId;
  confidential = await createTestApplication(
    service,
    administrator,
    'confidential',
    'client-credentials',
  );
});

afterAll(async () => service?.close());

type Fields = Readonly<Record<string, string>>;

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

async function startSignIn(): Promise<z.output<typeof tokens>> {
  return tokens.parse(await fetchTokens(service, 'reader', publicId));
}

const basic = (): Fields => ({
  authorization: `Basic ${Buffer.from(`${confidential.clientId}:${confidential.secret}`).toString('base64')}`,
});

const revoke = async (token: string, client_id = publicId): Promise<Response> =>
  postForm(service, '/o/revoke_token/', { token, client_id });

const introspect = async (token: string): Promise<unknown> => {
  const response = await postForm(service, '/o/introspect/', { token }, basic());
  expect(response.status).toBe(200);
  return response.json();
};

const statusWith = async (token: string): Promise<number> =>
  (await service.fetch('/resources/', { headers: bearerHeader(token) })).status;

async function errorOf(response: Response): Promise<readonly [number, unknown]> {
  const { error } = z.object({ error: z.string() }).parse(await response.json());
  return [response.status, error];
}

describe('revocation', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'of an %s also revokes the other token of the sign-in, from the next request on',
    async (kind) => {
      const givenTokens = await startSignIn();
      expect(await statusWith(givenTokens.access_token)).toBe(200);
      const response = await revoke(givenTokens[kind]);
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(await statusWith(givenTokens.access_token)).toBe(401);
      const refreshAnswer = await postForm(service, '/o/token', {
        grant_type: 'refresh_token',
        refresh_token: givenTokens.refresh_token,
        client_id: publicId,
      });
      expect(await errorOf(refreshAnswer)).toEqual([400, 'invalid_grant']);
    },
  );

  it('adds no Data API call to later requests', async () => {
    const { access_token: token } = await startSignIn();
    await revoke(token);
    expect(await service.countCalls(() => statusWith(token))).toBe(1);
  });

  it('answers an unknown token with 200, and an empty one with 400', async () => {
    for (const text of ['unknown', 'a.b.c', `${(await startSignIn()).access_token}x`]) {
      expect((await revoke(text)).status).toBe(200);
    }
    expect(await errorOf(await revoke(''))).toEqual([400, 'invalid_request']);
  });

  it('is refused to every other application than that of the token', async () => {
    const { access_token: token } = await startSignIn();
    expect(await errorOf(await revoke(token, 'unknown'))).toEqual([401, 'invalid_client']);
    expect(await errorOf(await revoke(token, otherPublicId))).toEqual([400, 'unauthorized_client']);
    expect(await statusWith(token)).toBe(200);
  });

  it('of a token of a confidential application needs its secret', async () => {
    const { clientId, secret } = confidential;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    const tokenAnswer = await postForm(service, '/o/token', fields);
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse(await tokenAnswer.json());
    expect(await errorOf(await revoke(token, clientId))).toEqual([401, 'invalid_client']);
    expect(await statusWith(token)).toBe(200);
    const response = await postForm(service, '/o/revoke_token', { token }, basic());
    expect(response.status).toBe(200);
    expect(await statusWith(token)).toBe(401);
  });
});

describe('introspection', () => {
  it('gives a confidential application the properties of an access token', async () => {
    const { access_token: token } = await startSignIn();
    expect(await introspect(token)).toEqual({
      active: true,
      scope: 'read write',
      client_id: publicId,
      username: 'reader',
      token_type: 'Bearer',
      jti: expect.any(String),
      aud: baseUrl,
      exp: expect.any(Number),
      iat: expect.any(Number),
      sub: String(reader),
      iss: baseUrl,
    });
  });

  it('reports a refresh token as active until it has been exchanged', async () => {
    const givenTokens = await startSignIn();
    expect(await introspect(givenTokens.refresh_token)).toMatchObject({
      active: true,
      username: 'reader',
    });
    await postForm(service, '/o/token', {
      grant_type: 'refresh_token',
      refresh_token: givenTokens.refresh_token,
      client_id: publicId,
    });
    expect(await introspect(givenTokens.refresh_token)).toEqual({ active: false });
  });

  it('gives only `active: false` for a revoked, unknown or malformed token', async () => {
    const { access_token: token } = await startSignIn();
    await revoke(token);
    for (const text of [token, 'unknown', 'a.b.c']) {
      expect(await introspect(text)).toEqual({ active: false });
    }
  });

  it('is refused with 401 without the secret of a confidential application', async () => {
    const { access_token: token } = await startSignIn();
    const { clientId } = confidential;
    for (const fields of [
      { token, client_id: publicId },
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
  it('has `none` as the only response type, as no grant has a front channel', async () => {
    expect(await service.fetchJson('/.well-known/oauth-authorization-server')).toMatchObject({
      response_types_supported: ['none'],
    });
  });

  it('names existing endpoints', async () => {
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
