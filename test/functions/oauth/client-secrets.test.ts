import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import {
  createTestAccount,
  createTestApplication,
  postForm,
  type TestApplication,
} from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let application: TestApplication;

beforeAll(async () => {
  service = await openTestService();
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  application = await createTestApplication(
    service,
    administrator,
    'confidential',
    'client-credentials',
  );
});

beforeEach(async () => {
  await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
});

afterAll(async () => service?.close());

type SecretRequest = { readonly path: string; readonly fields: Readonly<Record<string, string>> };

/** The requests that send a client secret. */
const secretRequests: Readonly<Record<string, SecretRequest>> = {
  'the grant client_credentials': {
    path: '/o/token',
    fields: { grant_type: 'client_credentials' },
  },
  'the grant refresh_token': {
    path: '/o/token',
    fields: { grant_type: 'refresh_token', refresh_token: 'none' },
  },
  introspection: { path: '/o/introspect', fields: { token: 'none' } },
  revocation: { path: '/o/revoke_token', fields: { token: 'none' } },
};

/** Sends a secret of the application from an address. @returns the answer */
const sendSecret = async (
  { path, fields }: SecretRequest,
  address: string,
  secret: string = application.secret,
): Promise<Response> =>
  postForm(
    service,
    path,
    { ...fields, client_id: application.clientId, client_secret: secret },
    { 'x-emulated-address': address },
  );

const sendWrongSecrets = async (request: SecretRequest, address: string, count: number) =>
  (
    await Promise.all(
      Array.from({ length: count }, (_, index) => sendSecret(request, address, `wrong ${index}`)),
    )
  ).map(({ status }) => status);

describe.each(Object.entries(secretRequests))('wrong client secrets in %s', (_, request) => {
  const failureLimit = throttleLimits.secretFromAddress;

  it('are followed by 429 with Retry-After, even for the right secret', async () => {
    const expectedStatus = (await sendSecret(request, '198.51.100.1')).status;
    expect(expectedStatus).not.toBe(401);
    expect(await sendWrongSecrets(request, '198.51.100.1', failureLimit)).toEqual(
      Array.from({ length: failureLimit }, () => 401),
    );
    const response = await sendSecret(request, '198.51.100.1');
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(throttleLimits.windowSeconds);
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('do not block requests from another address', async () => {
    const expectedStatus = (await sendSecret(request, '198.51.100.2')).status;
    await sendWrongSecrets(request, '198.51.100.3', failureLimit + 1);
    expect((await sendSecret(request, '198.51.100.2')).status).toBe(expectedStatus);
  });

  it('are each counted if they are sent at the same time', async () => {
    const statuses = await sendWrongSecrets(request, '198.51.100.4', failureLimit + 8);
    expect(statuses.filter((status) => status === 401)).toHaveLength(failureLimit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });
});

describe('wrong client secrets', () => {
  const request: SecretRequest = { path: '/o/introspect', fields: { token: 'none' } };

  it('no longer count after the end of their time window', async () => {
    await sendWrongSecrets(request, '198.51.100.5', throttleLimits.secretFromAddress);
    await service.stack.dataApi.write(
      rawSql("update sign_in_attempt set window_ends_at = now() - interval '1 second'"),
    );
    expect((await sendSecret(request, '198.51.100.5')).status).toBe(200);
  });

  it('are stored with neither the client id nor the secret in plain text', async () => {
    await sendWrongSecrets(request, '198.51.100.6', 1);
    const rows = await queryColumn(service, 'select row_to_json(t)::text from sign_in_attempt t');
    expect(rows).toHaveLength(1);
    expect(rows.join()).not.toMatch(/wrong 0/);
    expect(rows.join()).not.toContain(application.clientId);
  });
});
