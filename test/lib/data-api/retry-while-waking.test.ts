import { describe, expect, it } from 'vitest';

import { DatabaseError, DatabaseWaking, PasswordRefused } from '../../../lib/data-api/errors.ts';
import { retryWhileWaking } from '../../../lib/data-api/retry-while-waking.ts';

/** A call that fails with DatabaseWaking a number of times. */
function wakingAfter(times: number) {
  let callCount = 0;
  const call = (): Promise<string> => {
    callCount += 1;
    return callCount > times
      ? Promise.resolve('awake')
      : Promise.reject(new DatabaseWaking('is resuming'));
  };
  return { call, callCount: () => callCount };
}

describe('a call to a database that is waking', () => {
  it('is repeated until the database is awake', async () => {
    const { call, callCount } = wakingAfter(1);
    expect(await retryWhileWaking(10_000, call)).toBe('awake');
    expect(callCount()).toBe(2);
  });

  it('is not repeated if too little time is left', async () => {
    const { call, callCount } = wakingAfter(1);
    await expect(retryWhileWaking(100, call)).rejects.toMatchObject({
      code: 'database_waking',
    });
    expect(callCount()).toBe(1);
  });

  it('is not repeated after another error', async () => {
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

  it('fails after a few seconds, however much time the request has', async () => {
    const start = Date.now();
    const call = () => Promise.reject(new PasswordRefused('FATAL: password authentication failed'));
    await expect(retryWhileWaking(25_000, call)).rejects.toMatchObject({
      code: 'data_api_unavailable',
      outcome: 'none',
    });
    expect(Date.now() - start).toBeLessThan(6000);
  });
});
