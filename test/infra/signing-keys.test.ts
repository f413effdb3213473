import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { localSigningKeySecretArn } from '../../infra/local/data-api/names.ts';
import { ensureSigningKey, rotateSigningKey, type KeyPlaces } from '../../infra/signing-keys.ts';
import { plain } from '../../lib/data-api/sql.ts';
import { removeSigningKey } from '../../lib/queries/signing-keys.ts';
import { bearer, createAccount, createApplication, signedIn } from '../support/accounts.ts';
import { column } from '../support/sample.ts';
import { openTestService, type TestService } from '../support/service.ts';

let service: TestService;
let places: KeyPlaces;
let clientId: string;

beforeAll(async () => {
  service = await openTestService();
  await service.open();
  places = {
    data: service.stack.data,
    secrets: service.secrets,
    secretId: localSigningKeySecretArn,
    tokenSeconds: 36_000,
  };
  const administrator = await createAccount(service, 'administrator', { isAdministrator: true });
  await createAccount(service, 'reader');
  ({ clientId } = await createApplication(service, administrator));
});

afterEach(() => void vi.useRealTimers());
afterAll(async () => service?.close());

const begin = async (): Promise<string> =>
  (await signedIn(service, 'reader', clientId)).access_token;

const statusWith = async (token: string): Promise<number> =>
  (await service.get('/resources/', { headers: bearer(token) })).status;

const keyIds = async (): Promise<readonly string[]> =>
  column(service, 'select key_id from signing_key order by created_at');

/** Lets the time pass for which functions keep the private key in memory. */
function sixMinutesLater(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60 * 1000 });
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
    await service.stack.data.write(plain('delete from signing_key'));
    await ensureSigningKey(places);
    expect(await keyIds()).toEqual(before);
    expect(await statusWith(await begin())).toBe(200);
  });

  it('is replaced without a token that fails', async () => {
    const old = await begin();
    const keyId = await rotateSigningKey(places);
    expect(await statusWith(old)).toBe(200);
    expect(await statusWith(await begin())).toBe(200);
    sixMinutesLater();
    const fresh = await begin();
    expect(decodeProtectedHeader(fresh).kid).toBe(keyId);
    expect([await statusWith(fresh), await statusWith(old)]).toEqual([200, 200]);
    const { keys } = z
      .object({ keys: z.array(z.unknown()) })
      .parse(await service.json('/.well-known/jwks.json'));
    expect(keys).toHaveLength(2);
  });

  it('costs one call where it is not known yet, and none after', async () => {
    await rotateSigningKey(places);
    sixMinutesLater();
    vi.setSystemTime(Date.now() + 6 * 60 * 1000);
    const token = await begin();
    expect(await service.callsOf(() => statusWith(token))).toBe(2);
    expect(await service.callsOf(() => statusWith(token))).toBe(1);
  });

  it('is forgotten by the database once nothing that it signed can be good', async () => {
    await service.stack.data.write(
      plain("update signing_key set created_at = created_at - interval '11 hours'"),
    );
    const before = await keyIds();
    const keyId = await rotateSigningKey(places);
    expect(await keyIds()).toEqual([before.at(-1), keyId]);
  });

  it('ends its tokens at once when it is taken away, in functions that have it in memory too', async () => {
    const token = await begin();
    expect(await statusWith(token)).toBe(200);
    await service.stack.data.write(removeSigningKey(decodeProtectedHeader(token).kid ?? ''));
    expect(await statusWith(token)).toBe(401);
  });
});
