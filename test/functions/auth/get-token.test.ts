import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import {
  bearerHeader,
  readChallenge,
  createTestAccount,
  deactivateTestAccount,
  testPassword,
  postForm,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import { readProblem } from '../../gateway/problem.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { baseUrl, configuredClientId, type TestService } from '../../support/service.ts';

let service: TestService;
let readerId: number;

beforeAll(async () => {
  service = await openSampleService();
  readerId = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
});

afterAll(async () => service?.close());

type Fields = Readonly<Record<string, string>>;

const credentials: Fields = { username: 'reader', password: testPassword };

const getToken = async (fields: Fields = credentials, headers: Fields = {}): Promise<Response> =>
  postForm(service, '/auth/get_token', fields, headers);

describe('POST /auth/get_token', () => {
  it('returns a JWT as text, with the same lifetime and scope as other tokens', async () => {
    const response = await getToken();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain']);
    const { iat = 0, exp = 0, scope, sub } = decodeJwt(await response.text());
    expect({ seconds: exp - iat, scope, sub }).toEqual({
      seconds: 36_000,
      scope: 'read write',
      sub: String(readerId),
    });
  });

  it('returns a token that other operations accept', async () => {
    const token = await (await getToken()).text();
    const path = `/resources/${exampleResourceId}`;
    expect((await service.fetch(path)).status).toBe(401);
    expect((await service.fetch(path, { headers: bearerHeader(token) })).status).toBe(200);
  });

  it('sends the header Deprecation and a link to its successor in every answer', async () => {
    for (const response of [
      await getToken(),
      await getToken({ ...credentials, password: 'wrong' }),
    ]) {
      expect(response.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(response.headers.get('link')).toBe(`<${baseUrl}/o/token>; rel="successor-version"`);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('answers wrong credentials and deactivated accounts with 401 in plain text', async () => {
    await deactivateTestAccount(service, await createTestAccount(service, 'gone'));
    const bodies: string[] = [];
    for (const fields of [
      { ...credentials, password: 'wrong' },
      { ...credentials, username: 'nobody' },
      { ...credentials, username: 'gone' },
    ]) {
      const response = await getToken(fields);
      expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/plain']);
      expect(readChallenge(response)).toBe('Bearer');
      bodies.push(await response.text());
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('explains in plain text how to send credentials if they are missing, repeated or not in a form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, headers, status, message] of [
      ['', type, 401, /^Send .*username and password/],
      ['username=reader', type, 401, /^Send .*username and password/],
      [`username=reader&password=${testPassword}&password=other`, type, 400, /password: .*once/],
      ['{}', { 'content-type': 'application/json' }, 415, /multipart\/form-data/],
    ] as const) {
      const response = await service.fetch('/auth/get_token', { method: 'POST', body, headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'text/plain',
      ]);
      expect(await response.text()).toMatch(message);
    }
  });

  it('answers a malformed token with 401 in plain text, even with correct credentials', async () => {
    for (const authorization of ['Bearer abc', 'Bearer a.b.c', 'Basic abc', 'abc']) {
      const response = await getToken(credentials, { authorization });
      expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/plain']);
      expect(readChallenge(response)).toBe('Bearer error="invalid_token"');
    }
  });

  it('reads no credentials from the query or from headers', async () => {
    const query = new URLSearchParams(credentials).toString();
    const response = await service.fetch(`/auth/get_token?${query}`, {
      method: 'POST',
      headers: { 'x-service-username': 'reader', 'x-service-password': testPassword },
    });
    expect(response.status).toBe(401);
  });
});

describe('POST /auth/get_client_id', () => {
  it('returns the configured client id for correct credentials', async () => {
    const response = await postForm(service, '/auth/get_client_id', credentials);
    expect(await response.json()).toEqual({ clientid: configuredClientId });
  });

  it('is 401 for wrong or missing credentials', async () => {
    for (const fields of [{ ...credentials, password: 'wrong' }, {}]) {
      const response = await postForm(service, '/auth/get_client_id', fields);
      expect([response.status, readChallenge(response)]).toEqual([401, 'Bearer']);
    }
  });
});

describe('POST /auth/server_settings', () => {
  it('returns, for correct credentials, the client id and the version that mobile clients need', async () => {
    const response = await postForm(service, '/auth/server_settings', credentials);
    expect(await response.json()).toEqual({
      clientid: configuredClientId,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is 401 for a wrong password, with the same message as the other sign-in operations', async () => {
    const wrongCredentials = { ...credentials, password: 'wrong' };
    const problems = [];
    for (const path of ['/auth/server_settings', '/auth/get_client_id', '/auth/user_profile']) {
      problems.push(await readProblem(await postForm(service, path, wrongCredentials)));
    }
    for (const { requestId: _, ...problem } of problems) {
      expect(problem).toMatchObject({
        status: 401,
        code: 'wrong_credentials',
        detail: problems[0]?.detail,
      });
    }
  });
});

describe('POST /auth/user_profile', () => {
  const expectedProfile = {
    id: expect.any(Number),
    username: 'reader',
    password: null,
    is_active: true,
    is_superuser: false,
    first_name: '',
    last_name: '',
    date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    is_reviewer: false,
    groups: [4],
    editable_nodegroups: [],
    deletable_nodegroups: [],
  };

  it('returns the profile of an account for its credentials', async () => {
    const response = await postForm(service, '/auth/user_profile', credentials);
    const profile: unknown = await response.json();
    expect(profile).toMatchObject(expectedProfile);
    expect(profile).toHaveProperty('viewable_nodegroups.length', 30);
  });

  it('returns the profile of an account for its access token', async () => {
    const token = await (await getToken()).text();
    const init = { method: 'POST', headers: bearerHeader(token) };
    expect(await (await service.fetch('/auth/user_profile', init)).json()).toMatchObject(
      expectedProfile,
    );
  });

  it('is 401 without a token and for a wrong password', async () => {
    expect((await service.fetch('/auth/user_profile', { method: 'POST' })).status).toBe(401);
    const wrongCredentials = { ...credentials, password: 'wrong' };
    expect((await postForm(service, '/auth/user_profile', wrongCredentials)).status).toBe(401);
  });
});

describe('with HDS_GET_TOKEN=off', () => {
  it('/auth/get_token is 404', async () => {
    // Settings are read once in a process; a gateway that loads its modules anew reads them again.
    const formerValue = process.env['HDS_GET_TOKEN'];
    process.env['HDS_GET_TOKEN'] = 'off';
    try {
      const gateway = await openGateway('bundles');
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        const response = await gateway.fetch(new Request(`${baseUrl}/auth/get_token`, { method }));
        expect([method, response.status]).toEqual([method, 404]);
      }
    } finally {
      process.env['HDS_GET_TOKEN'] = formerValue;
      if (formerValue === undefined) delete process.env['HDS_GET_TOKEN'];
    }
  });
});
