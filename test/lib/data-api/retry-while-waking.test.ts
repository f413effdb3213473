import { describe, expect, it } from 'vitest';

import { DatabaseError, DatabaseWaking } from '../../../lib/data-api/errors.ts';
import { retryWhileWaking } from '../../../lib/data-api/retry-while-waking.ts';

/** A call that meets a paused database a number of times. */
function wakingAfter(times: number) {
  let asked = 0;
  const call = (): Promise<string> => {
    asked += 1;
    return asked > times
      ? Promise.resolve('awake')
      : Promise.reject(new DatabaseWaking('is resuming'));
  };
  return { call, asked: () => asked };
}

describe('a call to a database that is waking', () => {
  it('is made again until the database is awake', async () => {
    const { call, asked } = wakingAfter(1);
    expect(await retryWhileWaking(10_000, call)).toBe('awake');
    expect(asked()).toBe(2);
  });

  it('is not made again when there is no time for it', async () => {
    const { call, asked } = wakingAfter(1);
    await expect(retryWhileWaking(100, call)).rejects.toMatchObject({
      code: 'database_waking',
    });
    expect(asked()).toBe(1);
  });

  it('is not made again after another error', async () => {
    let asked = 0;
    const call = (): Promise<never> => {
      asked += 1;
      return Promise.reject(new DatabaseError('ERROR: no; SQLState: 42601'));
    };
    await expect(retryWhileWaking(10_000, call)).rejects.toThrow(DatabaseError);
    expect(asked).toBe(1);
  });
});
