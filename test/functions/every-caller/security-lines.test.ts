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
import { captureLogLines, securityLines, linesWithSecrets, type LogLines } from './log-lines.ts';

let service: TestService;
let logLines: LogLines;
let reader: number;
let application: TestApplication;
let other: TestApplication;
let confidential: TestApplication;

beforeAll(async () => {
  service = await openTestService();
  const owner = await createTestAccount(service, 'owner');
  reader = await createTestAccount(service, 'reader');
  await deactivateTestAccount(service, await createTestAccount(service, 'gone'));
  application = await createTestApplication(service, owner);
  other = await createTestApplication(service, owner);
  confidential = await createTestApplication(service, owner, 'confidential', 'client-credentials');
  logLines = captureLogLines();
});

beforeEach(async () => {
  await service.stack.data.write(rawSql('delete from sign_in_attempt'));
});

afterAll(async () => {
  logLines?.end();
  await service?.close();
});

type Fields = Readonly<Record<string, string>>;
type Request = readonly [path: string, fields: Fields, headers?: Fields];

/** A password that a user types into the wrong field. */
const typed = 'my own secret passphrase';

/** The security lines of a request, without their common members. */
async function linesOf([path, fields, headers]: Request) {
  logLines.take();
  const response = await postForm(service, path, fields, headers);
  const lines = logLines.take();
  const secrets = [typed, encodeURIComponent(typed), testPassword, confidential.secret];
  expect(linesWithSecrets(lines, secrets)).toEqual([]);
  const security = securityLines(lines).map(
    ({ level: _level, operation: _operation, request, address, ...said }) => {
      expect([request, address]).toEqual([response.headers.get('x-request-id'), '203.0.113.7']);
      return said;
    },
  );
  return [response.status, ...security];
}

const token = (fields: Fields = {}): Request => [
  '/o/token',
  {
    grant_type: 'password',
    username: 'reader',
    password: testPassword,
    client_id: application.clientId,
    ...fields,
  },
];

const credentialsGrant = (client_id: string, client_secret: string): Request => [
  '/o/token',
  { grant_type: 'client_credentials', client_id, client_secret },
];

const basic = (id: string, secret: string): Fields => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const refusal = (status: number, reason: string) => ({ event: 'refusal', status, reason });

describe('the security lines of a sign-in', () => {
  it('say who signed in, through which application, and what it gave', async () => {
    const success = { event: 'sign-in', outcome: 'success', account: reader };
    const { clientId } = application;
    const credentials = { username: 'reader', password: testPassword };
    expect(await linesOf(token())).toEqual([
      200,
      { ...success, client: clientId, gives: 'tokens' },
    ]);
    expect(await linesOf(['/auth/get_token', credentials])).toEqual([
      200,
      { ...success, client: null, gives: 'tokens' },
    ]);
    for (const path of ['/auth/get_client_id', '/auth/server_settings', '/auth/user_profile']) {
      expect(await linesOf([path, credentials])).toEqual([
        200,
        { ...success, client: null, gives: 'nothing' },
      ]);
    }
  });

  it('say of one that fails whom it was about, where there is such an account, and why', async () => {
    const failed = { event: 'sign-in', client: application.clientId };
    const refused = refusal(401, 'invalid_grant');
    expect(await linesOf(token({ password: typed }))).toEqual([
      401,
      { ...failed, outcome: 'wrong', account: reader },
      refused,
    ]);
    expect(await linesOf(token({ username: typed }))).toEqual([
      401,
      { ...failed, outcome: 'wrong' },
      refused,
    ]);
    expect(await linesOf(token({ username: 'gone' }))).toEqual([
      401,
      { ...failed, outcome: 'deactivated', account: expect.any(Number) },
      refused,
    ]);
  });

  it('say so outside of OAuth too', async () => {
    const failed = { event: 'sign-in', outcome: 'wrong', account: reader, client: null };
    const wrong = { username: 'reader', password: typed };
    for (const path of [
      '/auth/get_token',
      '/auth/get_client_id',
      '/auth/server_settings',
      '/auth/user_profile',
    ]) {
      expect(await linesOf([path, wrong])).toEqual([
        401,
        failed,
        refusal(401, 'wrong_credentials'),
      ]);
    }
  });

  it('say that there were too many', async () => {
    for (let failure = 0; failure < throttleLimits.nameFromAddress; failure += 1) {
      await postForm(service, ...token({ password: typed }));
    }
    expect(await linesOf(token())).toEqual([
      429,
      { event: 'sign-in', outcome: 'throttled', account: reader, client: application.clientId },
      refusal(429, 'too_many_attempts'),
    ]);
  });
});

describe('the security lines of an application', () => {
  const refused = refusal(401, 'invalid_client');

  it('say that it got a token for itself', async () => {
    const { clientId, secret } = confidential;
    expect(await linesOf(credentialsGrant(clientId, secret))).toEqual([
      200,
      {
        event: 'client-credentials',
        outcome: 'granted',
        client: clientId,
        account: expect.any(Number),
      },
    ]);
  });

  it('say that its secret was wrong', async () => {
    expect(await linesOf(credentialsGrant(confidential.clientId, 'wrong'))).toMatchObject([
      401,
      { event: 'client-credentials', outcome: 'invalid_client' },
      refused,
    ]);
  });

  describe('that sends its secret as its id', () => {
    const requests = {
      'client credentials': { grant_type: 'client_credentials' },
      'a refresh token': { grant_type: 'refresh_token', refresh_token: 'any' },
      'a password': { grant_type: 'password', username: 'reader', password: testPassword },
      'a token to revoke': { token: 'any' },
    };

    it.each(Object.entries(requests))('with %s say nothing of it', async (_, fields) => {
      const path = 'token' in fields ? '/o/revoke_token' : '/o/token';
      const { clientId, secret } = confidential;
      for (const request of [
        [path, fields, basic(secret, clientId)] as const,
        [path, { ...fields, client_id: typed, client_secret: secret }] as const,
      ]) {
        const [status, ...lines] = await linesOf(request);
        expect([status, lines.at(-1)]).toEqual([401, refused]);
      }
    });
  });

  it('say that a token was refreshed, and that one was used twice', async () => {
    const { clientId } = application;
    const { refresh_token: used } = await fetchTokens(service, 'reader', clientId);
    const refresh: Request = [
      '/o/token',
      { grant_type: 'refresh_token', refresh_token: used, client_id: clientId },
    ];
    const line = { event: 'refresh', client: clientId, account: reader };
    expect(await linesOf(refresh)).toEqual([200, { ...line, outcome: 'rotated' }]);
    expect(await linesOf(refresh)).toEqual([400, { ...line, outcome: 'reused' }]);
  });

  it('say that a token was revoked, and that another application tried to', async () => {
    const { access_token: given } = await fetchTokens(service, 'reader', application.clientId);
    const revoke = ({ clientId }: TestApplication): Request => [
      '/o/revoke_token',
      { token: given, client_id: clientId },
    ];
    expect(await linesOf(revoke(other))).toMatchObject([
      400,
      { event: 'revocation', outcome: 'other_client', client: other.clientId },
    ]);
    expect(await linesOf(revoke(application))).toEqual([
      200,
      { event: 'revocation', outcome: 'done', client: application.clientId, account: reader },
    ]);
  });
});
