import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import {
  ensureSigningKey,
  rotateSigningKey,
  type SigningKeyStorage,
} from '../../infra/signing-keys.ts';
import { parsePrivateJwk } from '../../lib/identity/signing-key.ts';
import { int, rawSql, sql } from '../../lib/data-api/sql.ts';
import { removeSigningKey } from '../../lib/queries/tokens/signing-keys.ts';
import type { Secrets } from '../../lib/secrets/client.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import { queryColumn } from '../support/sample.ts';
import { openTestService, type TestService } from '../support/service.ts';

let service: TestService;
let places: SigningKeyStorage;
let clientId: string;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  places = {
    data: service.stack.data,
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

const begin = async (): Promise<string> =>
  (await fetchTokens(service, 'reader', clientId)).access_token;

const statusWith = async (token: string): Promise<number> =>
  (await service.fetch('/resources/', { headers: bearerHeader(token) })).status;

const keyIds = async (): Promise<readonly string[]> =>
  queryColumn(service, 'select key_id from signing_key order by created_at');

const signing = async (): Promise<string | undefined> =>
  parsePrivateJwk(await service.secrets.read(localSigningKeySecretArn))?.kid;

/** Lets days pass for the keys that the database knows. */
async function daysLater(days: number): Promise<void> {
  await service.stack.data.write(sql`update signing_key
set
  created_at = created_at - make_interval(days => ${int(days)}),
  retired_at = retired_at - make_interval(days => ${int(days)})`);
}

/** Where the secret is written in another way. */
const writing = (write: Secrets['write']): SigningKeyStorage => ({
  ...places,
  secrets: { read: service.secrets.read, write },
});

/** Lets the time pass for the functions, which keep the private key in memory for five minutes. */
function minutesLater(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60 * 1000 });
}

describe('the key that access tokens are signed with', () => {
  it('is made once', async () => {
    const before = await keyIds();
    await ensureSigningKey(places);
    expect(await keyIds()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('is made known again where the database does not know it', async () => {
    const before = await keyIds();
    await service.stack.data.write(rawSql('delete from signing_key'));
    await ensureSigningKey(places);
    expect(await keyIds()).toEqual(before);
    expect(await statusWith(await begin())).toBe(200);
  });

  it('is replaced without a token that fails', async () => {
    const old = await begin();
    const keyId = await rotateSigningKey(places);
    expect(await statusWith(old)).toBe(200);
    expect(await statusWith(await begin())).toBe(200);
    minutesLater(6);
    const fresh = await begin();
    expect(decodeProtectedHeader(fresh).kid).toBe(keyId);
    expect([await statusWith(fresh), await statusWith(old)]).toEqual([200, 200]);
    const { keys } = z
      .object({ keys: z.array(z.unknown()) })
      .parse(await service.fetchJson('/.well-known/jwks.json'));
    expect(keys).toHaveLength(2);
  });

  it('costs one call where it is not known yet, and none after', async () => {
    await rotateSigningKey(places);
    minutesLater(12);
    const token = await begin();
    expect(await service.countCalls(() => statusWith(token))).toBe(2);
    expect(await service.countCalls(() => statusWith(token))).toBe(1);
  });

  it('is known for as long as the setting lets tokens be good, and then forgotten', async () => {
    const old = await signing();
    const next = await rotateSigningKey(places);
    await daysLater(7);
    const last = await rotateSigningKey(places);
    expect(await keyIds()).toEqual(expect.arrayContaining([old, next, last]));
    await daysLater(1);
    const newest = await rotateSigningKey(places);
    expect(await keyIds()).toEqual([next, last, newest]);
  });

  it('is known however long it signs', async () => {
    const old = await signing();
    await daysLater(365);
    const next = await rotateSigningKey(places);
    expect(await keyIds()).toEqual([old, next]);
  });

  it('signs on, alone, where another one could not be put into the secret', async () => {
    const before = [await keyIds(), await signing()];
    const refused = rotateSigningKey(writing(() => Promise.reject(new Error('denied'))));
    await expect(refused).rejects.toThrow('denied');
    expect([await keyIds(), await signing()]).toEqual(before);
  });

  it('is known after a rotation that failed half-way long ago', async () => {
    const secretsAreAway = () => Promise.reject(new Error('away'));
    let reads = 0;
    const failing = rotateSigningKey({
      ...places,
      secrets: {
        read: (secretId) => (++reads > 1 ? secretsAreAway() : service.secrets.read(secretId)),
        write: secretsAreAway,
      },
    });
    await expect(failing).rejects.toThrow('away');
    await daysLater(8);
    const old = await signing();
    await rotateSigningKey(places);
    expect(await keyIds()).toContain(old);
  });

  it('signs where it was put into the secret and the answer was lost', async () => {
    const before = await keyIds();
    const keyId = await rotateSigningKey(
      writing(async (secretId, text) => {
        await service.secrets.write(secretId, text);
        throw new Error('lost');
      }),
    );
    expect(await signing()).toBe(keyId);
    expect(await keyIds()).toEqual([...before, keyId]);
  });

  it('is known when two rotations went on at once, whichever came last', async () => {
    let second: string | undefined;
    await rotateSigningKey(
      writing(async (secretId, text) => {
        await service.secrets.write(secretId, text);
        second = await rotateSigningKey(places);
      }),
    );
    expect(await signing()).toBe(second);
    await daysLater(30);
    await rotateSigningKey(places);
    expect(await keyIds()).toContain(second);
  });

  it('ends its tokens at once when it is taken away, in functions that have it in memory too', async () => {
    minutesLater(18);
    const token = await begin();
    expect(await statusWith(token)).toBe(200);
    await service.stack.data.write(removeSigningKey(decodeProtectedHeader(token).kid ?? ''));
    expect(await statusWith(token)).toBe(401);
  });
});
