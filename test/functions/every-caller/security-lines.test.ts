import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  createTestAccount,
  createTestApplication,
  deactivateTestAccount,
  testPassword,
  postForm,
  fetchTokens,
  type TestApplication,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import {
  captureLogLines,
  parseSecurityLines,
  findLinesWithSecrets,
  type LogLines,
} from './log-lines.ts';

let service: TestService;
let logLines: LogLines;
let readerId: number;
let application: TestApplication;
let otherApplication: TestApplication;
let confidentialApplication: TestApplication;

beforeAll(async () => {
  service = await openTestService();
  const owner = await createTestAccount(service, 'owner');
  readerId = await createTestAccount(service, 'reader');
  await deactivateTestAccount(service, await createTestAccount(service, 'gone'));
  application = await createTestApplication(service, owner);
  otherApplication = await createTestApplication(service, owner);
  confidentialApplication = await createTestApplication(
    service,
    owner,
    'confidential',
    'client-credentials',
  );
  logLines = captureLogLines();
});

beforeEach(async () => {
  await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
});

afterAll(async () => {
  logLines?.end();
  await service?.close();
});

type Fields = Readonly<Record<string, string>>;
type FormRequest = readonly [path: string, fields: Fields, headers?: Fields];

/** A text that may not be logged: a wrong password, or one in a wrong field. */
const typedPassword = 'my own secret passphrase';

/** Sends a request. @returns the status, and the security lines without their common members */
async function sendAndReadLines([path, fields, headers]: FormRequest) {
  logLines.take();
  const response = await postForm(service, path, fields, headers);
  const lines = logLines.take();
  const secrets = [
    typedPassword,
    encodeURIComponent(typedPassword),
    testPassword,
    confidentialApplication.secret,
  ];
  expect(findLinesWithSecrets(lines, secrets)).toEqual([]);
  const securityLines = parseSecurityLines(lines).map(
    ({ level: _level, operation: _operation, request, address, ...members }) => {
      expect([request, address]).toEqual([response.headers.get('x-request-id'), '203.0.113.7']);
      return members;
    },
  );
  return [response.status, ...securityLines];
}

const createTokenRequest = (fields: Fields = {}): FormRequest => [
  '/o/token',
  {
    grant_type: 'password',
    username: 'reader',
    password: testPassword,
    client_id: application.clientId,
    ...fields,
  },
];

const createCredentialsRequest = (client_id: string, client_secret: string): FormRequest => [
  '/o/token',
  { grant_type: 'client_credentials', client_id, client_secret },
];

const basicHeader = (id: string, secret: string): Fields => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const createRefusalLine = (status: number, reason: string) => ({
  event: 'refusal',
  status,
  reason,
});

describe('the security lines of a sign-in', () => {
  it('name the account and the application, and whether tokens were issued', async () => {
    const success = { event: 'sign-in', outcome: 'success', account: readerId };
    const { clientId } = application;
    const credentials = { username: 'reader', password: testPassword };
    expect(await sendAndReadLines(createTokenRequest())).toEqual([
      200,
      { ...success, client: clientId, gives: 'tokens' },
    ]);
    expect(await sendAndReadLines(['/auth/get_token', credentials])).toEqual([
      200,
      { ...success, client: null, gives: 'tokens' },
    ]);
    for (const path of ['/auth/get_client_id', '/auth/server_settings', '/auth/user_profile']) {
      expect(await sendAndReadLines([path, credentials])).toEqual([
        200,
        { ...success, client: null, gives: 'nothing' },
      ]);
    }
  });

  it('name the reason if it fails, and the account if it exists', async () => {
    const signInFields = { event: 'sign-in', client: application.clientId };
    const refusalLine = createRefusalLine(401, 'invalid_grant');
    expect(await sendAndReadLines(createTokenRequest({ password: typedPassword }))).toEqual([
      401,
      { ...signInFields, outcome: 'wrong', account: readerId },
      refusalLine,
    ]);
    expect(await sendAndReadLines(createTokenRequest({ username: typedPassword }))).toEqual([
      401,
      { ...signInFields, outcome: 'wrong' },
      refusalLine,
    ]);
    expect(await sendAndReadLines(createTokenRequest({ username: 'gone' }))).toEqual([
      401,
      { ...signInFields, outcome: 'deactivated', account: expect.any(Number) },
      refusalLine,
    ]);
  });

  it('name the account and the reason if it fails outside of OAuth', async () => {
    const signInFields = { event: 'sign-in', outcome: 'wrong', account: readerId, client: null };
    const wrong = { username: 'reader', password: typedPassword };
    for (const path of [
      '/auth/get_token',
      '/auth/get_client_id',
      '/auth/server_settings',
      '/auth/user_profile',
    ]) {
      expect(await sendAndReadLines([path, wrong])).toEqual([
        401,
        signInFields,
        createRefusalLine(401, 'wrong_credentials'),
      ]);
    }
  });

  it('report that it is refused after too many failures', async () => {
    for (let failure = 0; failure < throttleLimits.nameFromAddress; failure += 1) {
      await postForm(service, ...createTokenRequest({ password: typedPassword }));
    }
    expect(await sendAndReadLines(createTokenRequest())).toEqual([
      429,
      { event: 'sign-in', outcome: 'throttled', account: readerId, client: application.clientId },
      createRefusalLine(429, 'too_many_attempts'),
    ]);
  });
});

describe('the security lines of an application', () => {
  const refusalLine = createRefusalLine(401, 'invalid_client');

  it('report that it got a token for its own account', async () => {
    const { clientId, secret } = confidentialApplication;
    expect(await sendAndReadLines(createCredentialsRequest(clientId, secret))).toEqual([
      200,
      {
        event: 'client-credentials',
        outcome: 'granted',
        client: clientId,
        account: expect.any(Number),
      },
    ]);
  });

  it('report that its secret is wrong', async () => {
    expect(
      await sendAndReadLines(createCredentialsRequest(confidentialApplication.clientId, 'wrong')),
    ).toMatchObject([401, { event: 'client-credentials', outcome: 'invalid_client' }, refusalLine]);
  });

  describe('that sends a secret as its id', () => {
    const requests = {
      'client credentials': { grant_type: 'client_credentials' },
      'a refresh token': { grant_type: 'refresh_token', refresh_token: 'any' },
      'a password': { grant_type: 'password', username: 'reader', password: testPassword },
      'a token to revoke': { token: 'any' },
    };

    it.each(Object.entries(requests))('with %s do not contain the secret', async (_, fields) => {
      const path = 'token' in fields ? '/o/revoke_token' : '/o/token';
      const { clientId, secret } = confidentialApplication;
      for (const request of [
        [path, fields, basicHeader(secret, clientId)] as const,
        [path, { ...fields, client_id: typedPassword, client_secret: secret }] as const,
      ]) {
        const [status, ...lines] = await sendAndReadLines(request);
        expect([status, lines.at(-1)]).toEqual([401, refusalLine]);
      }
    });
  });

  it('report that a token was refreshed, and that a refresh token was used twice', async () => {
    const { clientId } = application;
    const { refresh_token: refreshToken } = await fetchTokens(service, 'reader', clientId);
    const refresh: FormRequest = [
      '/o/token',
      { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
    ];
    const line = { event: 'refresh', client: clientId, account: readerId };
    expect(await sendAndReadLines(refresh)).toEqual([200, { ...line, outcome: 'rotated' }]);
    expect(await sendAndReadLines(refresh)).toEqual([400, { ...line, outcome: 'reused' }]);
  });

  it('report that a token was revoked, and that another application tried to revoke it', async () => {
    const { access_token: accessToken } = await fetchTokens(
      service,
      'reader',
      application.clientId,
    );
    const revoke = ({ clientId }: TestApplication): FormRequest => [
      '/o/revoke_token',
      { token: accessToken, client_id: clientId },
    ];
    expect(await sendAndReadLines(revoke(otherApplication))).toMatchObject([
      400,
      { event: 'revocation', outcome: 'other_client', client: otherApplication.clientId },
    ]);
    expect(await sendAndReadLines(revoke(application))).toEqual([
      200,
      { event: 'revocation', outcome: 'done', client: application.clientId, account: readerId },
    ]);
  });
});
