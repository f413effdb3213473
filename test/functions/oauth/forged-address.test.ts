import { pbkdf2Sync } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashFrontSecret } from '../../../lib/http/request/front.ts';
import { rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import { resetProcess } from '../../../lib/once-per-process.ts';
import { throttleLimits } from '../../../lib/model/accounts/throttle-limits.ts';
import { createTestAccount, createTestApplication, postForm } from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const secret = 'a'.repeat(32);
const nextSecret = 'b'.repeat(32);

let service: TestService;
let clientId: string;

beforeAll(async () => {
  service = await openTestService();
  ({ clientId } = await createTestApplication(service, await createTestAccount(service, 'reader')));
  // A hash that is checked quickly.
  const tag = pbkdf2Sync('right', 'salt', 1, 32, 'sha256').toString('base64');
  await service.stack.dataApi.write(
    sql`update account set password_hash = ${text(`pbkdf2_sha256$1$salt$${tag}`)}`,
  );
});

beforeEach(async () => {
  await service.stack.dataApi.write(rawSql('delete from sign_in_attempt'));
  configure({});
});

afterAll(async () => service?.close());

/** Replaces the settings of the front (CloudFront, docs/front.md). The process has cached the earlier settings, so it is reset. */
function configure(front: {
  readonly secrets?: readonly string[];
  readonly header?: string;
}): void {
  process.env['HDS_FRONT_SECRET_HASHES'] = (front.secrets ?? []).map(hashFrontSecret).join();
  process.env['HDS_VIEWER_ADDRESS_HEADER'] = front.header ?? '';
  resetProcess();
}

const tryCount = 15;

/** Sends wrong passwords, each with its own headers. @returns the number of answers by status */
async function tryPasswords(
  headers: (index: number) => Readonly<Record<string, string>>,
): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < tryCount; index += 1) {
    const fields = { grant_type: 'password', username: 'reader', client_id: clientId };
    const wrongFields = { ...fields, password: `wrong ${index}` };
    const { status } = await postForm(service, '/o/token', wrongFields, headers(index));
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const forgedHeaders = (header: string) => (index: number) => ({
  [header]: `198.51.100.${index}:443`,
});

const throttledCounts = {
  401: throttleLimits.nameFromAddress,
  429: tryCount - throttleLimits.nameFromAddress,
};

describe('a caller who writes an address into the header of the front', () => {
  it.each(['x-viewer-address', 'cloudfront-viewer-address', 'x-forwarded-for'])(
    'has no more tries than others if there is no front: %s',
    async (header) => {
      expect(await tryPasswords(forgedHeaders(header))).toEqual(throttledCounts);
    },
  );

  it('is refused before the database is called if there is a front', async () => {
    configure({ secrets: [secret], header: 'cloudfront-viewer-address' });
    const calls = await service.countCalls(async () => {
      expect(await tryPasswords(forgedHeaders('cloudfront-viewer-address'))).toEqual({
        403: tryCount,
      });
    });
    expect(calls).toBe(0);
  });

  it('has no more tries than others behind the front, which replaces the header', async () => {
    configure({ secrets: [secret] });
    const frontHeaders = () => ({ 'x-front-secret': secret, 'x-viewer-address': '192.0.2.1:443' });
    expect(await tryPasswords(frontHeaders)).toEqual(throttledCounts);
  });
});

describe('callers behind the front', () => {
  it('are counted by the address that the front sends, although all requests come from the front', async () => {
    configure({ secrets: [secret] });
    const frontHeaders = (index: number) => ({
      'x-front-secret': secret,
      'x-viewer-address': `198.51.100.${index % 2}:443`,
    });
    const { nameFromAddress } = throttleLimits;
    const failureCount = 2 * nameFromAddress;
    expect(await tryPasswords(frontHeaders)).toEqual({
      401: failureCount,
      429: tryCount - failureCount,
    });
  });

  it('are served with the old secret and with the new secret during a replacement', async () => {
    configure({ secrets: [nextSecret, secret] });
    const readStatuses = async () =>
      Promise.all(
        [secret, nextSecret].map(async (frontSecret) => {
          const headers = { 'x-front-secret': frontSecret };
          return (await service.fetch('/health', { headers })).status;
        }),
      );
    expect(await readStatuses()).toEqual([200, 200]);
    configure({ secrets: [nextSecret] });
    expect(await readStatuses()).toEqual([403, 200]);
  });
});
