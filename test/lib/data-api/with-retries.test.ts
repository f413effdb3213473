import { describe, expect, it } from 'vitest';

import { tryAgain, tryAgainAfter, withRetries } from '../../../lib/data-api/with-retries.ts';

/** Starts work whose first attempts meet a conflict, and records its attempts. */
function startWithConflicts(conflictCount: number) {
  const attempts: string[] = [];
  const work = withRetries({
    maxAttempts: 3,
    pause: () => 1,
    attempt: async () => {
      attempts.push('attempt');
      return attempts.length > conflictCount ? 'stored' : tryAgain;
    },
    lastAttempt: async () => {
      attempts.push('last');
      return 'last';
    },
  });
  return { work, attempts };
}

describe('work that conflicts with a concurrent write', () => {
  it('is attempted until it succeeds', async () => {
    const { work, attempts } = startWithConflicts(2);
    expect(await work).toBe('stored');
    expect(attempts).toEqual(['attempt', 'attempt', 'attempt']);
  });

  it('is attempted three times if maxAttempts is 3, and then once by lastAttempt', async () => {
    const { work, attempts } = startWithConflicts(9);
    expect(await work).toBe('last');
    expect(attempts).toEqual(['attempt', 'attempt', 'attempt', 'last']);
  });

  it('fails with any error that is not a conflict', async () => {
    const isRangeError = (error: unknown): boolean => error instanceof RangeError;
    const failWith = (error: Error) => tryAgainAfter(isRangeError, () => Promise.reject(error));
    expect(await failWith(new RangeError('faster'))).toBe(tryAgain);
    await expect(failWith(new TypeError('wrong'))).rejects.toThrow('wrong');
  });
});
