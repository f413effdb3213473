import { describe, expect, it } from 'vitest';

import { DatabaseError, DatabaseWaking, PasswordRefused } from '../../../lib/data-api/errors.ts';
import { retryWhileWaking } from '../../../lib/data-api/retry-while-waking.ts';

/** Creates a call that fails with DatabaseWaking this number of times before it succeeds. */
function createWakingCall(failureCount: number) {
  let callCount = 0;
  const call = (): Promise<string> => {
    callCount += 1;
    return callCount > failureCount
      ? Promise.resolve('awake')
      : Promise.reject(new DatabaseWaking('is resuming'));
  };
  return { call, callCount: () => callCount };
}

describe('a call to a database that is waking', () => {
  it('is repeated until the database is awake', async () => {
    const { call, callCount } = createWakingCall(1);
    expect(await retryWhileWaking(10_000, call)).toBe('awake');
    expect(callCount()).toBe(2);
  });

  it('is not repeated if too little time is left', async () => {
    const { call, callCount } = createWakingCall(1);
    await expect(retryWhileWaking(100, call)).rejects.toMatchObject({
      code: 'database_waking',
    });
    expect(callCount()).toBe(1);
  });

  it('is not repeated after an error other than DatabaseWaking', async () => {
    let callCount = 0;
    const call = (): Promise<never> => {
      callCount += 1;
      return Promise.reject(new DatabaseError('ERROR: no; SQLState: 42601'));
    };
    await expect(retryWhileWaking(10_000, call)).rejects.toThrow(DatabaseError);
    expect(callCount).toBe(1);
  });
});

describe('a call with a password that is being replaced', () => {
  it('is repeated until the secret has the new password', async () => {
    let callCount = 0;
    const call = async (): Promise<string> => {
      callCount += 1;
      if (callCount === 1) throw new PasswordRefused('FATAL: password authentication failed');
      return 'done';
    };
    expect(await retryWhileWaking(10_000, call)).toBe('done');
  });

  it('fails within six seconds, even if the request has more time left', async () => {
    const start = Date.now();
    const call = () => Promise.reject(new PasswordRefused('FATAL: password authentication failed'));
    await expect(retryWhileWaking(25_000, call)).rejects.toMatchObject({
      code: 'data_api_unavailable',
      outcome: 'none',
    });
    expect(Date.now() - start).toBeLessThan(6000);
  });
});
