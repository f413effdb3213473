import { describe, expect, it } from 'vitest';

import {
  catchConflict,
  conflict,
  retryOnConflict,
} from '../../../lib/data-api/retry-on-conflict.ts';

/** Work that somebody else is faster at, a number of times. */
function overtakenTimes(times: number) {
  const done: string[] = [];
  const work = retryOnConflict({
    maxAttempts: 3,
    maxPause: 1,
    attempt: async () => {
      done.push('attempt');
      return done.length > times ? 'stored' : conflict;
    },
    lastAttempt: async () => {
      done.push('last');
      return 'last';
    },
  });
  return { work, done };
}

describe('work that somebody else is faster at', () => {
  it('is attempted until it is done', async () => {
    const { work, done } = overtakenTimes(2);
    expect(await work).toBe('stored');
    expect(done).toEqual(['attempt', 'attempt', 'attempt']);
  });

  it('is attempted three times of three, and then the last thing is done', async () => {
    const { work, done } = overtakenTimes(9);
    expect(await work).toBe('last');
    expect(done).toEqual(['attempt', 'attempt', 'attempt', 'last']);
  });

  it('ends with an error that says nothing of others', async () => {
    const isRangeError = (error: unknown): boolean => error instanceof RangeError;
    const failing = (error: Error) => catchConflict(isRangeError, () => Promise.reject(error));
    expect(await failing(new RangeError('faster'))).toBe(conflict);
    await expect(failing(new TypeError('wrong'))).rejects.toThrow('wrong');
  });
});
