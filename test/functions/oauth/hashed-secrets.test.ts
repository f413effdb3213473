import { pbkdf2Sync } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import { hashRandomSecret, newClientId, newSecret } from '../../../lib/identity/random-secrets.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { registerApplication } from '../../../lib/queries/applications/applications.ts';
import { countSecretAttempt } from '../../../lib/queries/applications/verified-secret.ts';
import { plantSecrets } from '../../gateway/planted-secrets.ts';
import {
  createTestAccount,
  createTestApplication,
  postForm,
  type TestApplication,
} from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let owner: number;

beforeAll(async () => {
  service = await openTestService();
  owner = await createTestAccount(service, 'administrator', { isAdministrator: true });
});

beforeEach(async () => {
  await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
  await service.stack.dataApi.write(rawSql('delete from oauth_application'));
});

afterAll(async () => service?.close());

/** Hashes a secret as PBKDF2PasswordHasher of Django does. */
const hashLikeDjango = (secret: string): string => {
  const tag = pbkdf2Sync(secret, 'of the source', 1000, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$1000$of the source$${tag}`;
};

/** Stores an application with client credentials, as an import stores one whose secret the source has hashed. */
const createHashedApplication = async (secret = newSecret()): Promise<TestApplication> => {
  const clientId = newClientId();
  const hash = hashLikeDjango(secret);
  plantSecrets([hash]);
  const details = {
    name: 'A harvester',
    clientType: 'confidential',
    grantType: 'client-credentials',
    redirectUris: [],
  } as const;
  await runQuery(service.stack.dataApi.write, registerApplication(owner, clientId, hash, details));
  return { clientId, secret };
};

type SecretRequest = { readonly path: string; readonly fields: Readonly<Record<string, string>> };

const tokenRequest: SecretRequest = {
  path: '/o/token',
  fields: { grant_type: 'client_credentials' },
};

/** The requests that send a client secret, with the status for a right one. */
const secretRequests: readonly (readonly [string, SecretRequest, number])[] = [
  ['the grant client_credentials', tokenRequest, 200],
  [
    'the grant refresh_token',
    { path: '/o/token', fields: { grant_type: 'refresh_token', refresh_token: 'none' } },
    400,
  ],
  ['introspection', { path: '/o/introspect', fields: { token: 'none' } }, 200],
  ['revocation', { path: '/o/revoke_token', fields: { token: 'none' } }, 200],
];

const send = async (
  { path, fields }: SecretRequest,
  { clientId, secret }: TestApplication,
  address = '198.51.100.1',
): Promise<Response> =>
  postForm(
    service,
    path,
    { ...fields, client_id: clientId, client_secret: secret },
    { 'x-emulated-address': address },
  );

const sendWrongSecrets = async (clientId: string, count: number, address?: string) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push(
      (await send(tokenRequest, { clientId, secret: `wrong ${index}` }, address)).status,
    );
  return statuses;
};

const readHashes = async (): Promise<readonly unknown[]> =>
  queryColumn(service, 'select client_secret_hash from oauth_application');

describe.each(secretRequests)(
  'a secret that is stored as a hash of Django, in %s',
  (_, request, status) => {
    it('is accepted, also the next time, and then stored like those of the service', async () => {
      const application = await createHashedApplication();
      expect((await send(request, application)).status).toBe(status);
      expect(await readHashes()).toEqual([hashRandomSecret(application.secret)]);
      expect((await send(request, application)).status).toBe(status);
    });

    it('is refused if it is wrong, and stays stored', async () => {
      const { clientId, secret } = await createHashedApplication();
      const response = await send(request, { clientId, secret: `${secret} ` });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: 'invalid_client' });
      expect(await readHashes()).toEqual([hashLikeDjango(secret)]);
    });

    it('stays a hash of Django if it is short, which the fast one does not protect', async () => {
      const application = await createHashedApplication('short secret');
      expect((await send(request, application)).status).toBe(status);
      expect(await readHashes()).toEqual([hashLikeDjango('short secret')]);
      expect((await send(request, application)).status).toBe(status);
    });
  },
);

describe('a secret that is stored as a hash of Django', () => {
  it('cannot be replaced by its hash', async () => {
    const { clientId, secret } = await createHashedApplication();
    const hash = hashLikeDjango(secret);
    expect((await send(tokenRequest, { clientId, secret: hash })).status).toBe(401);
    expect((await send(tokenRequest, { clientId, secret: hashRandomSecret(hash) })).status).toBe(
      401,
    );
  });

  it('is accepted in the header Authorization: Basic', async () => {
    const { clientId, secret } = await createHashedApplication();
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    expect((await postForm(service, '/o/token', tokenRequest.fields, headers)).status).toBe(200);
  });

  it('is accepted in parallel requests', async () => {
    const application = await createHashedApplication();
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => send(tokenRequest, application)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('is refused after as many wrong ones as passwords, even if it is right, but not from another address', async () => {
    const application = await createHashedApplication();
    expect(await sendWrongSecrets(application.clientId, throttleLimits.nameFromAddress)).toEqual(
      Array.from({ length: throttleLimits.nameFromAddress }, () => 401),
    );
    const response = await send(tokenRequest, application);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect((await send(tokenRequest, application, '198.51.100.2')).status).toBe(200);
  });

  it('has its wrong ones counted one by one if they are sent at the same time', async () => {
    const { clientId } = await createHashedApplication();
    const responses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        send(tokenRequest, { clientId, secret: `wrong ${index}` }),
      ),
    );
    const refusals = responses.filter(({ status }) => status === 401);
    expect(refusals).toHaveLength(throttleLimits.nameFromAddress);
  });

  it('resets the failures of its application when it is right', async () => {
    const { clientId, secret } = await createHashedApplication('short secret');
    const count = throttleLimits.nameFromAddress - 1;
    for (let round = 0; round < 2; round += 1) {
      expect(await sendWrongSecrets(clientId, count)).toEqual(
        Array.from({ length: count }, () => 401),
      );
      expect((await send(tokenRequest, { clientId, secret })).status).toBe(200);
    }
  });
});

describe('a wrong secret while another application has a hash of Django', () => {
  it('is checked against that hash and counted, whether its application exists or not', async () => {
    const hashed = await createHashedApplication();
    const own = await createTestApplication(service, owner, 'confidential', 'client-credentials');
    for (const clientId of [own.clientId, newClientId()]) {
      const client = { clientId, secretHash: '', addressKey: '198.51.100.3' };
      expect(await runQuery(service.stack.dataApi.write, countSecretAttempt(client))).toMatchObject(
        {
          hash: hashLikeDjango(hashed.secret),
          isOwnHash: false,
          attempts: { underWayOnName: 1 },
        },
      );
      expect(await sendWrongSecrets(clientId, throttleLimits.nameFromAddress + 1)).toEqual([
        ...Array.from({ length: throttleLimits.nameFromAddress }, () => 401),
        429,
      ]);
    }
  });

  it('is refused even if it is the secret of that application', async () => {
    const { secret } = await createHashedApplication();
    const own = await createTestApplication(service, owner, 'confidential', 'client-credentials');
    for (const clientId of [own.clientId, newClientId()])
      expect((await send(tokenRequest, { clientId, secret })).status).toBe(401);
  });

  it('is refused after fifty of any applications from the same address', async () => {
    await createHashedApplication();
    await service.stack.dataApi
      .write(sql`insert into sign_in_attempt (name_key, address_key, failures, window_ends_at)
values ('', ${text('198.51.100.4')}, ${text(String(throttleLimits.address))}::int4, now() + interval '1 minute')`);
    expect(await sendWrongSecrets(newClientId(), 1, '198.51.100.4')).toEqual([429]);
  });
});
