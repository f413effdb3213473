import { pbkdf2Sync } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import { changePassword } from '../../../infra/cli/accounts/queries/accounts.ts';
import {
  createTestAccount,
  createTestApplication,
  testPassword,
  postForm,
} from '../../support/accounts.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let clientId: string;
let slowHash: string;

const derivedKey = pbkdf2Sync(testPassword, 'salt', 1, 32, 'sha256').toString('base64');
/**
 * A hash that is checked quickly, for many consecutive failures. A successful sign-in replaces it by a slow one. Tests of simultaneous
 * sign-ins need the slow one, so that the checks overlap.
 */
const quickHash = `pbkdf2_sha256$1$salt$${derivedKey}`;

beforeAll(async () => {
  service = await openTestService();
  slowHash = await hashPassword(testPassword);
  const administrator = await createTestAccount(service, 'administrator', {
    isAdministrator: true,
  });
  await createTestAccount(service, 'reader', { email: 'reader@example.org' });
  await createTestAccount(service, 'other');
  ({ clientId } = await createTestApplication(service, administrator));
});

beforeEach(async () => {
  await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
  await storeHash(quickHash);
});

afterAll(async () => service?.close());

async function storeHash(hash: string): Promise<void> {
  await service.stack.dataApi.write(sql`update account
set password_hash = ${text(hash)}`);
}

/** Signs in from an address. @returns the answer */
const signInFrom = async (
  address: string,
  password: string = testPassword,
  username = 'reader',
): Promise<Response> =>
  postForm(
    service,
    '/o/token',
    { grant_type: 'password', username, password, client_id: clientId },
    { 'x-emulated-address': address },
  );

async function readStatuses(attempts: readonly Promise<Response>[]): Promise<readonly number[]> {
  return (await Promise.all(attempts))
    .map(({ status }) => status)
    .toSorted((one, other) => one - other);
}

const repeat = (count: number): readonly undefined[] => Array.from({ length: count });

describe('failed sign-ins', () => {
  it('are followed by 429 with Retry-After, even for the right password', async () => {
    for (const _ of repeat(throttleLimits.nameFromAddress)) {
      expect((await signInFrom('198.51.100.1', 'wrong')).status).toBe(401);
    }
    const response = await signInFrom('198.51.100.1');
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(throttleLimits.windowSeconds);
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('are each counted if 40 are sent at the same time', async () => {
    await storeHash(slowHash);
    const { nameFromAddress } = throttleLimits;
    const answers = await readStatuses(repeat(40).map(() => signInFrom('198.51.100.2', 'wrong')));
    expect(answers.filter((status) => status === 401)).toHaveLength(nameFromAddress);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect((await signInFrom('198.51.100.2')).status).toBe(429);
  });

  it('count as eight if eight are sent at the same time, of which only five get a 401', async () => {
    await storeHash(slowHash);
    const answers = await readStatuses(repeat(8).map(() => signInFrom('198.51.100.10', 'wrong')));
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    // Those of the name from this address, and those of the address.
    const failuresAndAttemptsUnderWay = await queryColumn(
      service,
      "select failures || ' ' || under_way from sign_in_attempt where address_key = '198.51.100.10'",
    );
    expect(failuresAndAttemptsUnderWay).toEqual(['8 0', '8 0']);
  });

  it('get 401 no more often than allowed, even if the right password is sent at the same time', async () => {
    await storeHash(slowHash);
    for (const round of takeSample([...repeat(6).keys()], 2)) {
      const address = `198.51.101.${round}`;
      await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
      const rightIndex = round * 3;
      const passwords = repeat(16).map((_, index) =>
        index === rightIndex ? testPassword : 'wrong',
      );
      const answers = await Promise.all(passwords.map((password) => signInFrom(address, password)));
      const failureCount = answers.filter(({ status }) => status === 401).length;
      const hasSignedIn = answers.some(({ status }) => status === 200);
      // A successful sign-in deletes the failures before it.
      expect(failureCount).toBeLessThanOrEqual(
        throttleLimits.nameFromAddress * (hasSignedIn ? 2 : 1),
      );
      expect(failureCount).toBeGreaterThanOrEqual(throttleLimits.nameFromAddress);
    }
  });

  it('from many addresses leave at most one try to a new address, even if it sends eight at the same time', async () => {
    for (const number of repeat(5).keys()) {
      for (const _ of repeat(throttleLimits.nameFromAddress)) {
        await signInFrom(`198.51.102.${number}`, 'wrong');
      }
    }
    await storeHash(slowHash);
    const answers = await readStatuses(repeat(8).map(() => signInFrom('203.0.113.210', 'wrong')));
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(1);
  });

  it('do not prevent a sign-in of the user from another address', async () => {
    await mapConcurrently(takeSample([...repeat(30).keys()], 10), async (number) => {
      for (const _ of repeat(throttleLimits.nameFromAddress + 1)) {
        await signInFrom(`198.51.100.${number}`, 'wrong');
      }
    });
    expect((await signInFrom('203.0.113.200')).status).toBe(200);
  });

  it('from other addresses do not reduce the tries of an address that the user has signed in from', async () => {
    expect((await signInFrom('203.0.113.201')).status).toBe(200);
    await storeHash(quickHash);
    for (const number of repeat(8).keys()) {
      for (const _ of repeat(throttleLimits.nameFromAddress)) {
        await signInFrom(`198.51.100.${number}`, 'wrong');
      }
    }
    for (const _ of repeat(throttleLimits.nameFromAddress - 1)) {
      expect((await signInFrom('203.0.113.201', 'wrong')).status).toBe(401);
    }
    expect((await signInFrom('203.0.113.201')).status).toBe(200);
    // A new address has one try.
    expect((await signInFrom('203.0.113.202', 'wrong')).status).toBe(401);
    expect((await signInFrom('203.0.113.202')).status).toBe(429);
  });

  it('are counted in the same way for existing and unknown names, in any letter case', async () => {
    for (const [name, variant] of [
      ['reader', 'READER'],
      ['reader@example.org', 'Reader@Example.org'],
      ['nobody', 'NOBODY'],
      ['nobody@example.org', 'Nobody@Example.org'],
    ] as const) {
      await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
      for (const _ of repeat(throttleLimits.nameFromAddress)) {
        expect((await signInFrom('198.51.100.4', 'wrong', name)).status).toBe(401);
      }
      expect((await signInFrom('198.51.100.4', 'wrong', variant)).status).toBe(429);
    }
  });

  it('do not reveal which username and e-mail address belong to one account', async () => {
    for (const _ of repeat(throttleLimits.nameFromAddress))
      await signInFrom('198.51.100.3', 'wrong');
    expect((await signInFrom('198.51.100.3', 'wrong', 'reader@example.org')).status).toBe(401);
    expect((await signInFrom('198.51.100.3', 'wrong', 'nobody@example.org')).status).toBe(401);
  });

  it('block an address that tries many names, but no other address', async () => {
    for (const number of repeat(throttleLimits.address).keys()) {
      await signInFrom('198.51.100.5', 'wrong', `name ${number}`);
    }
    expect((await signInFrom('198.51.100.5')).status).toBe(429);
    expect((await signInFrom('198.51.100.6')).status).toBe(200);
  });

  it('from an IPv6 address count for its whole /64 network', async () => {
    for (const number of repeat(throttleLimits.nameFromAddress).keys()) {
      await signInFrom(`2001:db8:1:2::${number}`, 'wrong');
    }
    expect((await signInFrom('2001:db8:1:2:ffff::')).status).toBe(429);
    expect((await signInFrom('2001:db8:1:3::')).status).toBe(200);
  });

  it('no longer count after a successful sign-in, and after the end of their time window', async () => {
    for (const _ of repeat(throttleLimits.nameFromAddress - 1))
      await signInFrom('198.51.100.7', 'wrong');
    expect((await signInFrom('198.51.100.7')).status).toBe(200);
    for (const _ of repeat(throttleLimits.nameFromAddress)) {
      expect((await signInFrom('198.51.100.7', 'wrong')).status).toBe(401);
    }
    expect((await signInFrom('198.51.100.7')).status).toBe(429);
    await service.stack.dataApi.write(
      rawSql("update sign_in_attempt set window_ends_at = now() - interval '1 second'"),
    );
    expect((await signInFrom('198.51.100.7')).status).toBe(200);
  });

  it('no longer count after the password is changed', async () => {
    for (const _ of repeat(throttleLimits.nameFromAddress)) {
      await signInFrom('198.51.100.9', 'wrong', 'other');
    }
    expect((await signInFrom('198.51.100.9', testPassword, 'other')).status).toBe(429);
    await service.stack.dataApi.write(changePassword('other', await hashPassword(testPassword)));
    expect((await signInFrom('198.51.100.9', testPassword, 'other')).status).toBe(200);
  });

  it('are stored without the typed name in plain text', async () => {
    await signInFrom('198.51.100.8', 'wrong', 'my secret password');
    const rows = await queryColumn(service, 'select row_to_json(t)::text from sign_in_attempt t');
    expect(rows).toHaveLength(2);
    expect(rows.join()).not.toContain('my secret');
  });
});

describe('simultaneous sign-ins with the right password', () => {
  it('all succeed without a deadlock', async () => {
    await storeHash(slowHash);
    const attempts = repeat(throttleLimits.concurrent).flatMap(() => [
      signInFrom('203.0.113.1'),
      signInFrom('203.0.113.1', testPassword, 'other'),
    ]);
    expect(await readStatuses(attempts)).toEqual(attempts.map(() => 200));
  });

  it('all succeed although the first of them replaces an outdated hash', async () => {
    const attempts = repeat(throttleLimits.concurrent).map(() => signInFrom('203.0.113.2'));
    expect(await readStatuses(attempts)).toEqual(attempts.map(() => 200));
  });
});
