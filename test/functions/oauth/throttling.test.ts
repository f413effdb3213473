import { pbkdf2Sync } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import { changePassword } from '../../../infra/queries/accounts.ts';
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

/** A hash that is checked quickly, for many failures one after the other. The next sign-in replaces it by a slow one. */
const tag = pbkdf2Sync(testPassword, 'salt', 1, 32, 'sha256').toString('base64');
const quickHash = `pbkdf2_sha256$1$salt$${tag}`;

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
  await service.stack.data.write(rawSql('delete from sign_in_attempt'));
  await storeHash(slowHash);
});

afterAll(async () => service?.close());

async function storeHash(hash: string): Promise<void> {
  await service.stack.data.write(sql`update account
set password_hash = ${text(hash)}`);
}

/** Signs in from an address. @returns the answer */
const from = async (
  address: string,
  given: string = testPassword,
  username = 'reader',
): Promise<Response> =>
  postForm(
    service,
    '/o/token',
    { grant_type: 'password', username, password: given, client_id: clientId },
    { 'x-emulated-address': address },
  );

async function statuses(tries: readonly Promise<Response>[]): Promise<readonly number[]> {
  return (await Promise.all(tries))
    .map(({ status }) => status)
    .toSorted((one, other) => one - other);
}

const times = (count: number): readonly undefined[] => Array.from({ length: count });

describe('sign-ins that fail again and again', () => {
  it('end in 429 with Retry-After, even for the right password', async () => {
    for (const _ of times(throttleLimits.nameFromAddress)) {
      expect((await from('198.51.100.1', 'wrong')).status).toBe(401);
    }
    const response = await from('198.51.100.1');
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(throttleLimits.windowSeconds);
    expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('are counted one by one when they come side by side', async () => {
    const { nameFromAddress } = throttleLimits;
    const answers = await statuses(times(40).map(() => from('198.51.100.2', 'wrong')));
    expect(answers.filter((status) => status === 401)).toHaveLength(nameFromAddress);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect((await from('198.51.100.2')).status).toBe(429);
  });

  it('count as eight when eight come at once, of which no more get an answer than one by one', async () => {
    const answers = await statuses(times(8).map(() => from('198.51.100.10', 'wrong')));
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const counted = await queryColumn(
      service,
      "select failures || ' ' || under_way from sign_in_attempt where address_key = '198.51.100.10'",
    );
    expect(counted).toEqual(['8 0', '8 0']);
  });

  it('leave the right password without use where they were too many when it was found', async () => {
    for (const round of takeSample([...times(6).keys()], 3)) {
      const address = `198.51.101.${round}`;
      await service.stack.data.write(rawSql('delete from sign_in_attempt'));
      const passwords = times(16).map((_, index) => (index === round * 3 ? testPassword : 'wrong'));
      const answers = await Promise.all(passwords.map((one) => from(address, one)));
      const failed = answers.filter(({ status }) => status === 401).length;
      const isIn = answers.some(({ status }) => status === 200);
      // A sign-in forgets what failed before it.
      expect(failed).toBeLessThanOrEqual(throttleLimits.nameFromAddress * (isIn ? 2 : 1));
      expect(failed).toBeGreaterThanOrEqual(throttleLimits.nameFromAddress);
    }
  });

  it('count one by one from an address that has a single try, too', async () => {
    await storeHash(quickHash);
    for (const number of times(5).keys()) {
      for (const _ of times(throttleLimits.nameFromAddress)) {
        await from(`198.51.102.${number}`, 'wrong');
      }
    }
    await storeHash(slowHash);
    const answers = await statuses(times(8).map(() => from('203.0.113.210', 'wrong')));
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(1);
  });

  it('do not lock the user out from another address', async () => {
    await storeHash(quickHash);
    await mapConcurrently([...times(30).keys()], async (number) => {
      for (const _ of times(throttleLimits.nameFromAddress + 1)) {
        await from(`198.51.100.${number}`, 'wrong');
      }
    });
    expect((await from('203.0.113.200')).status).toBe(200);
  });

  it('leave an address that the user knows all of its tries while others attack', async () => {
    expect((await from('203.0.113.201')).status).toBe(200);
    await storeHash(quickHash);
    for (const number of times(8).keys()) {
      for (const _ of times(throttleLimits.nameFromAddress)) {
        await from(`198.51.100.${number}`, 'wrong');
      }
    }
    for (const _ of times(throttleLimits.nameFromAddress - 1)) {
      expect((await from('203.0.113.201', 'wrong')).status).toBe(401);
    }
    expect((await from('203.0.113.201')).status).toBe(200);
    expect((await from('203.0.113.202', 'wrong')).status).toBe(401);
    expect((await from('203.0.113.202')).status).toBe(429);
  });

  it('are counted alike for names that somebody has, and that nobody has, in any letter case', async () => {
    for (const [name, variant] of [
      ['reader', 'READER'],
      ['reader@example.org', 'Reader@Example.org'],
      ['nobody', 'NOBODY'],
      ['nobody@example.org', 'Nobody@Example.org'],
    ] as const) {
      await service.stack.data.write(rawSql('delete from sign_in_attempt'));
      for (const _ of times(throttleLimits.nameFromAddress)) {
        expect((await from('198.51.100.4', 'wrong', name)).status).toBe(401);
      }
      expect((await from('198.51.100.4', 'wrong', variant)).status).toBe(429);
    }
  });

  it('tell nothing of which names belong to one account', async () => {
    for (const _ of times(throttleLimits.nameFromAddress)) await from('198.51.100.3', 'wrong');
    expect((await from('198.51.100.3', 'wrong', 'reader@example.org')).status).toBe(401);
    expect((await from('198.51.100.3', 'wrong', 'nobody@example.org')).status).toBe(401);
  });

  it('close an address that tries many names', async () => {
    for (const number of times(throttleLimits.address).keys()) {
      await from('198.51.100.5', 'wrong', `name ${number}`);
    }
    expect((await from('198.51.100.5')).status).toBe(429);
    expect((await from('198.51.100.6')).status).toBe(200);
  });

  it('of IPv6 count for the whole network of 64 bits', async () => {
    for (const number of times(throttleLimits.nameFromAddress).keys()) {
      await from(`2001:db8:1:2::${number}`, 'wrong');
    }
    expect((await from('2001:db8:1:2:ffff::')).status).toBe(429);
    expect((await from('2001:db8:1:3::')).status).toBe(200);
  });

  it('are forgotten after a sign-in, and when their window is over', async () => {
    for (const _ of times(throttleLimits.nameFromAddress - 1)) await from('198.51.100.7', 'wrong');
    expect((await from('198.51.100.7')).status).toBe(200);
    for (const _ of times(throttleLimits.nameFromAddress)) {
      expect((await from('198.51.100.7', 'wrong')).status).toBe(401);
    }
    expect((await from('198.51.100.7')).status).toBe(429);
    await service.stack.data.write(
      rawSql("update sign_in_attempt set window_ends_at = now() - interval '1 second'"),
    );
    expect((await from('198.51.100.7')).status).toBe(200);
  });

  it('are forgotten with a new password', async () => {
    for (const _ of times(throttleLimits.nameFromAddress)) {
      await from('198.51.100.9', 'wrong', 'other');
    }
    expect((await from('198.51.100.9', testPassword, 'other')).status).toBe(429);
    await service.stack.data.write(changePassword('other', await hashPassword(testPassword)));
    expect((await from('198.51.100.9', testPassword, 'other')).status).toBe(200);
  });

  it('keep no name as it was typed', async () => {
    await from('198.51.100.8', 'wrong', 'my secret password');
    const rows = await queryColumn(service, 'select row_to_json(t)::text from sign_in_attempt t');
    expect(rows).toHaveLength(2);
    expect(rows.join()).not.toContain('my secret');
  });
});

describe('sign-ins side by side with the right password', () => {
  it('all succeed and never wait for each other in a circle', async () => {
    const tries = times(throttleLimits.concurrent - 2).flatMap(() => [
      from('203.0.113.1'),
      from('203.0.113.1', testPassword, 'other'),
    ]);
    expect(await statuses(tries)).toEqual(tries.map(() => 200));
  });

  it('all succeed although the first of them replaces an outdated hash', async () => {
    await storeHash(quickHash);
    const tries = times(throttleLimits.concurrent).map(() => from('203.0.113.2'));
    expect(await statuses(tries)).toEqual(tries.map(() => 200));
  });
});
