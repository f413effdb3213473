import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  bearerHeader,
  readChallenge,
  createTestAccount,
  createTestApplication,
  deactivateTestAccount,
  testPassword,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { argon2Hashes, pbkdf2Hashes, scryptHashes } from '../../lib/identity/passwords/hashes.ts';

let service: TestService;
let administrator: number;
let publicClientId: string;

beforeAll(async () => {
  service = await openSampleService();
  administrator = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', {
    groups: ['Resource Exporter'],
    email: 'Reader@Example.org',
  });
  publicClientId = (await createTestApplication(service, administrator)).clientId;
});

afterAll(async () => service?.close());

type Fields = Readonly<Record<string, string>>;

const loginFields = (): Fields => ({
  grant_type: 'password',
  username: 'reader',
  password: testPassword,
  client_id: publicClientId,
});

async function requestToken(
  fields: Fields,
  headers: Fields = {},
  path = '/o/token',
): Promise<Response> {
  return postForm(service, path, fields, headers);
}

const errorShape = z.object({ error: z.string(), error_description: z.string() });

/** The status and the code of an error answer, whose headers and body must follow RFC 6749. */
async function errorOf(response: Response): Promise<readonly [number, string]> {
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error } = errorShape.parse(await response.json());
  return [response.status, error];
}

const requestError = async (
  fields: Fields,
  headers: Fields = {},
): Promise<readonly [number, string]> => errorOf(await requestToken(fields, headers));

describe('the password grant', () => {
  it('returns the token response of the specification', async () => {
    for (const path of ['/o/token', '/o/token/']) {
      const response = await requestToken(loginFields(), {}, path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('pragma')).toBe('no-cache');
      expect(await response.json()).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 36_000,
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        scope: 'read write',
      });
    }
  });

  it('accepts an e-mail address as username, in any letter case', async () => {
    expect((await requestToken({ ...loginFields(), username: 'reader@example.ORG' })).status).toBe(
      200,
    );
  });

  it('makes at most two Data API calls', async () => {
    await requestToken(loginFields());
    expect(await service.countCalls(() => requestToken(loginFields()))).toBe(2);
  });

  it('signs a JWT of the type at+jwt with an asymmetric key', async () => {
    const { access_token: token } = await fetchTokens(service, 'reader', publicClientId);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      iss: baseUrl,
      aud: baseUrl,
      sub: expect.stringMatching(/^\d+$/),
      client_id: publicClientId,
      scope: 'read write',
      jti: expect.any(String),
    });
  });

  it('stores no token in plain text', async () => {
    const { access_token, refresh_token } = await fetchTokens(service, 'reader', publicClientId);
    const rows = await queryColumn(
      service,
      'select token_hash from refresh_token union all select token_family_id::text from token_family',
    );
    expect(rows.join()).not.toContain(refresh_token);
    expect(rows.join()).not.toContain(access_token);
  });

  it('grants a narrower scope on request', async () => {
    const response = await requestToken({ ...loginFields(), scope: 'read' });
    expect(await response.json()).toMatchObject({ scope: 'read' });
  });

  it('returns a token that gives access to closed data, in Authorization or X-Authorization', async () => {
    const { access_token: token } = await fetchTokens(service, 'reader', publicClientId);
    const path = `/resources/${exampleResourceId}`;
    expect((await service.fetch(path)).status).toBe(401);
    for (const headers of [bearerHeader(token), { 'x-authorization': `Bearer ${token}` }]) {
      expect((await service.fetch(path, { headers })).status).toBe(200);
    }
  });

  it('returns a token whose check adds no Data API call to a request', async () => {
    const { access_token: token } = await fetchTokens(service, 'reader', publicClientId);
    const read = (): Promise<Response> =>
      service.fetch('/resources/', { headers: bearerHeader(token) });
    await read();
    expect(await service.countCalls(read)).toBe(1);
  });
});

describe('an account with a password hash of Django', () => {
  it.each([
    ['PBKDF2', pbkdf2Hashes],
    ['Argon2', argon2Hashes],
    ['scrypt', scryptHashes],
  ])(
    'signs in with its password, which is then hashed with Argon2id: %s',
    async (kind, [example]) => {
      if (example === undefined) throw new Error('There is no example of this kind of hash.');
      const username = `from Django ${kind}`;
      await createTestAccount(service, username, { passwordHash: example.storedHash });
      const fields = { ...loginFields(), username, password: example.password };
      expect((await requestToken({ ...fields, password: `${example.password}x` })).status).toBe(
        401,
      );
      expect((await requestToken(fields)).status).toBe(200);
      expect(
        await queryColumn(
          service,
          `select password_hash from account where username = '${username}'`,
        ),
      ).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
      expect((await requestToken(fields)).status).toBe(200);
      expect((await requestToken({ ...fields, password: `${example.password}x` })).status).toBe(
        401,
      );
    },
  );
});

describe('wrong credentials', () => {
  it('are 401 invalid_grant without a challenge, with the same body for every cause', async () => {
    const deactivatedAccount = await createTestAccount(service, 'gone');
    await deactivateTestAccount(service, deactivatedAccount);
    const answers: string[] = [];
    for (const fields of [
      { ...loginFields(), password: 'wrong' },
      { ...loginFields(), username: 'nobody' },
      { ...loginFields(), username: 'gone' },
      { ...loginFields(), username: 'READER' },
    ]) {
      const response = await requestToken(fields);
      expect(readChallenge(response)).toBeNull();
      expect(await errorOf(response.clone())).toEqual([401, 'invalid_grant']);
      answers.push(await response.text());
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('take two Data API calls for every cause, as correct credentials do', async () => {
    for (const fields of [
      { ...loginFields(), password: 'wrong' },
      { ...loginFields(), username: 'nobody at all' },
    ]) {
      expect(await service.countCalls(() => requestToken(fields))).toBe(2);
    }
  });

  it('include an e-mail address of two accounts', async () => {
    for (const name of ['twin one', 'twin two']) {
      await createTestAccount(service, name, { email: 'twins@example.org' });
    }
    expect(await requestError({ ...loginFields(), username: 'twins@example.org' })).toEqual([
      401,
      'invalid_grant',
    ]);
  });

  it('include every password for an account without a password', async () => {
    await service.stack.dataApi.write(
      rawSql("insert into account (username) values ('no password')"),
    );
    for (const password of [testPassword, '!', 'null']) {
      expect(await requestError({ ...loginFields(), username: 'no password', password })).toEqual([
        401,
        'invalid_grant',
      ]);
    }
  });
});

describe('an application that may not get a token', () => {
  it('gets 401 invalid_client if it is unknown, not public, or registered for another grant', async () => {
    const confidentialApp = await createTestApplication(service, administrator, 'confidential');
    const otherApp = await createTestApplication(
      service,
      administrator,
      'public',
      'authorization-code',
    );
    for (const fields of [
      { ...loginFields(), client_id: 'unknown' },
      { ...loginFields(), client_id: confidentialApp.clientId },
      {
        ...loginFields(),
        client_id: confidentialApp.clientId,
        client_secret: confidentialApp.secret,
      },
      { ...loginFields(), client_id: otherApp.clientId },
      { ...loginFields(), client_id: '' },
    ]) {
      const response = await requestToken(fields);
      expect(readChallenge(response)).toBe('Basic realm="oauth"');
      expect(await errorOf(response)).toEqual([401, 'invalid_client']);
    }
  });

  it('gets a challenge for the scheme Basic if it used that scheme', async () => {
    const basic = `Basic ${Buffer.from('unknown:secret').toString('base64')}`;
    const { client_id: _, ...fields } = loginFields();
    const response = await requestToken(fields, { authorization: basic });
    expect(readChallenge(response)).toBe('Basic realm="oauth"');
    expect(await errorOf(response)).toEqual([401, 'invalid_client']);
  });

  it('does not count as a failed sign-in', async () => {
    const failuresBefore = await queryColumn(
      service,
      'select sum(failures)::text from sign_in_attempt',
    );
    await requestToken({ ...loginFields(), client_id: 'unknown' });
    expect(await queryColumn(service, 'select sum(failures)::text from sign_in_attempt')).toEqual(
      failuresBefore,
    );
  });
});

describe('a malformed request', () => {
  const fieldsWithout = (name: string): Fields =>
    Object.fromEntries(Object.entries(loginFields()).filter(([fieldName]) => fieldName !== name));

  it.each(['grant_type', 'username', 'password'])(
    'without %s is 400 invalid_request',
    async (name) => {
      expect(await requestError(fieldsWithout(name))).toEqual([400, 'invalid_request']);
      expect(await requestError({ ...loginFields(), [name]: '' })).toEqual([
        400,
        'invalid_request',
      ]);
    },
  );

  it('for an unknown or unsupported grant is 400 unsupported_grant_type', async () => {
    for (const type of ['implicit', 'authorization_code', 'toString']) {
      expect(await requestError({ ...loginFields(), grant_type: type })).toEqual([
        400,
        'unsupported_grant_type',
      ]);
    }
  });

  it('for an unknown scope is 400 invalid_scope', async () => {
    for (const scope of ['all', 'read admin']) {
      expect(await requestError({ ...loginFields(), scope })).toEqual([400, 'invalid_scope']);
    }
  });

  it.each(['grant_type', 'username', 'password', 'client_id', 'scope', 'colour'])(
    'with %s twice is 400 invalid_request',
    async (name) => {
      const body = `${new URLSearchParams({ ...loginFields(), [name]: 'one' }).toString()}&${name}=two`;
      const response = await service.fetch('/o/token', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      });
      expect(await errorOf(response)).toEqual([400, 'invalid_request']);
    },
  );

  it('is 400 invalid_request without a body or with U+0000, and 415 as JSON or plain text', async () => {
    const form = 'application/x-www-form-urlencoded';
    const bodies: readonly (readonly [string, string | null, number])[] = [
      ['application/json', JSON.stringify(loginFields()), 415],
      ['text/plain', new URLSearchParams(loginFields()).toString(), 415],
      [form, '', 400],
      [form, null, 400],
      [form, new URLSearchParams({ ...loginFields(), username: 'a\0b' }).toString(), 400],
    ];
    for (const [type, body, status] of bodies) {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      expect(await errorOf(await service.fetch('/o/token', init))).toEqual([
        status,
        'invalid_request',
      ]);
    }
  });

  it('with too many fields or too much text is 400 invalid_request', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of [`grant_type=password${'&a'.repeat(30_000)}`, `a=${'b'.repeat(70_000)}`]) {
      const response = await service.fetch('/o/token', { method: 'POST', body, headers });
      expect(await errorOf(response)).toEqual([400, 'invalid_request']);
    }
  });

  it('with U+0000 in the header Authorization is 401 invalid_client', async () => {
    const basic = Buffer.from('%00a:b').toString('base64');
    const response = await requestToken(
      { grant_type: 'client_credentials' },
      { authorization: `Basic ${basic}` },
    );
    expect(await errorOf(response)).toEqual([401, 'invalid_client']);
  });

  it('with different client ids in the header and the body is 400 invalid_request', async () => {
    const basic = `Basic ${Buffer.from('other:').toString('base64')}`;
    expect(await requestError(loginFields(), { authorization: basic })).toEqual([
      400,
      'invalid_request',
    ]);
  });
});

describe('credentials outside the body', () => {
  it('are ignored in the query and in headers', async () => {
    const { username, password, ...otherFields } = loginFields();
    const query = new URLSearchParams({
      username: username ?? '',
      password: password ?? '',
    }).toString();
    expect(await errorOf(await requestToken(otherFields, {}, `/o/token?${query}`))).toEqual([
      400,
      'invalid_request',
    ]);
    const headers = { 'x-service-username': username ?? '', 'x-arches-password': password ?? '' };
    expect(await requestError(otherFields, headers)).toEqual([400, 'invalid_request']);
    expect((await requestToken(loginFields(), {}, '/o/token?password=wrong')).status).toBe(200);
  });
});
