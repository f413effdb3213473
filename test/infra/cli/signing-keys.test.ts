import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { localSigningKeySecretArn } from '../../../infra/local/data-api/local-names.ts';
import {
  ensureSigningKey,
  rotateSigningKey,
  type SigningKeyStorage,
} from '../../../infra/cli/signing-keys.ts';
import { parsePrivateJwk } from '../../../lib/identity/signing-key.ts';
import { int, rawSql, sql } from '../../../lib/data-api/sql.ts';
import { removeSigningKey } from '../../../lib/queries/tokens/signing-keys.ts';
import type { Secrets } from '../../../lib/secrets/client.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let keyStorage: SigningKeyStorage;
let clientId: string;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  keyStorage = {
    dataApi: service.stack.dataApi,
    secrets: service.secrets,
    secretId: localSigningKeySecretArn,
  };
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  await createTestAccount(service, 'reader');
  ({ clientId } = await createTestApplication(service, administrator));
});

afterEach(() => void vi.useRealTimers());
afterAll(async () => service?.close());

const signIn = async (): Promise<string> =>
  (await fetchTokens(service, 'reader', clientId)).access_token;

const fetchStatus = async (token: string): Promise<number> =>
  (await service.fetch('/resources/', { headers: bearerHeader(token) })).status;

const readKeyIds = async (): Promise<readonly string[]> =>
  queryColumn(service, 'select key_id from signing_key order by created_at');

const readSigningKeyId = async (): Promise<string | undefined> =>
  parsePrivateJwk(await service.secrets.read(localSigningKeySecretArn))?.kid;

/** Moves the keys in the database some days into the past. */
async function ageKeys(days: number): Promise<void> {
  await service.stack.dataApi.write(sql`update signing_key
set
  created_at = created_at - make_interval(days => ${int(days)}),
  retired_at = retired_at - make_interval(days => ${int(days)})`);
}

/** Storage with another function that writes the secret. */
const storageWithWrite = (write: Secrets['write']): SigningKeyStorage => ({
  ...keyStorage,
  secrets: { read: service.secrets.read, write },
});

/** Moves the clock of the functions, which keep the private key in memory for five minutes. */
function advanceClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60 * 1000 });
}

describe('the signing key of access tokens', () => {
  it('is created once', async () => {
    const before = await readKeyIds();
    await ensureSigningKey(keyStorage);
    expect(await readKeyIds()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('is inserted again if it is missing in the database', async () => {
    const before = await readKeyIds();
    await service.stack.dataApi.write(rawSql('delete from signing_key'));
    await ensureSigningKey(keyStorage);
    expect(await readKeyIds()).toEqual(before);
    expect(await fetchStatus(await signIn())).toBe(200);
  });

  it('is replaced without invalidating a token', async () => {
    const oldToken = await signIn();
    const keyId = await rotateSigningKey(keyStorage);
    expect(await fetchStatus(oldToken)).toBe(200);
    expect(await fetchStatus(await signIn())).toBe(200);
    advanceClock(6);
    const newToken = await signIn();
    expect(decodeProtectedHeader(newToken).kid).toBe(keyId);
    expect([await fetchStatus(newToken), await fetchStatus(oldToken)]).toEqual([200, 200]);
    const { keys } = z
      .object({ keys: z.array(z.unknown()) })
      .parse(await service.fetchJson('/.well-known/jwks.json'));
    expect(keys).toHaveLength(2);
  });

  it('costs one more call if the function does not have it in memory, and none afterwards', async () => {
    await rotateSigningKey(keyStorage);
    advanceClock(12);
    const token = await signIn();
    expect(await service.countCalls(() => fetchStatus(token))).toBe(2);
    expect(await service.countCalls(() => fetchStatus(token))).toBe(1);
  });

  it('is kept for the maximum age of tokens after its replacement, and then deleted', async () => {
    const oldKeyId = await readSigningKeyId();
    const nextKeyId = await rotateSigningKey(keyStorage);
    await ageKeys(7);
    const lastKeyId = await rotateSigningKey(keyStorage);
    expect(await readKeyIds()).toEqual(expect.arrayContaining([oldKeyId, nextKeyId, lastKeyId]));
    await ageKeys(1);
    const newestKeyId = await rotateSigningKey(keyStorage);
    expect(await readKeyIds()).toEqual([nextKeyId, lastKeyId, newestKeyId]);
  });

  it('is kept as long as it signs, even for a year', async () => {
    const oldKeyId = await readSigningKeyId();
    await ageKeys(365);
    const nextKeyId = await rotateSigningKey(keyStorage);
    expect(await readKeyIds()).toEqual([oldKeyId, nextKeyId]);
  });

  it('is not replaced if the new key cannot be written to the secret', async () => {
    const before = [await readKeyIds(), await readSigningKeyId()];
    const rotation = rotateSigningKey(storageWithWrite(() => Promise.reject(new Error('denied'))));
    await expect(rotation).rejects.toThrow('denied');
    expect([await readKeyIds(), await readSigningKeyId()]).toEqual(before);
  });

  it('is kept if a rotation failed halfway eight days ago, because it still signs', async () => {
    const failAsUnavailable = () => Promise.reject(new Error('away'));
    let readCount = 0;
    const failingRotation = rotateSigningKey({
      ...keyStorage,
      secrets: {
        read: (secretId) =>
          ++readCount > 1 ? failAsUnavailable() : service.secrets.read(secretId),
        write: failAsUnavailable,
      },
    });
    await expect(failingRotation).rejects.toThrow('away');
    await ageKeys(8);
    const oldKeyId = await readSigningKeyId();
    await rotateSigningKey(keyStorage);
    expect(await readKeyIds()).toContain(oldKeyId);
  });

  it('is replaced if the new key was written to the secret but the answer was lost', async () => {
    const before = await readKeyIds();
    const keyId = await rotateSigningKey(
      storageWithWrite(async (secretId, text) => {
        await service.secrets.write(secretId, text);
        throw new Error('lost');
      }),
    );
    expect(await readSigningKeyId()).toBe(keyId);
    expect(await readKeyIds()).toEqual([...before, keyId]);
  });

  it('is kept after two concurrent rotations if it is in the secret at the end', async () => {
    let secondKeyId: string | undefined;
    await rotateSigningKey(
      storageWithWrite(async (secretId, text) => {
        await service.secrets.write(secretId, text);
        secondKeyId = await rotateSigningKey(keyStorage);
      }),
    );
    expect(await readSigningKeyId()).toBe(secondKeyId);
    await ageKeys(30);
    await rotateSigningKey(keyStorage);
    expect(await readKeyIds()).toContain(secondKeyId);
  });

  it('invalidates its tokens at once when it is removed, even in functions that have it in memory', async () => {
    advanceClock(18);
    const token = await signIn();
    expect(await fetchStatus(token)).toBe(200);
    await service.stack.dataApi.write(removeSigningKey(decodeProtectedHeader(token).kid ?? ''));
    expect(await fetchStatus(token)).toBe(401);
  });
});
