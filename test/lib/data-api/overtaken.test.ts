import { describe, expect, it } from 'vitest';

import { orOvertaken, overtaken, whileOvertaken } from '../../../lib/data-api/overtaken.ts';

/** Work that somebody else is faster at, a number of times. */
function overtakenTimes(times: number) {
  const done: string[] = [];
  const work = whileOvertaken({
    most: 3,
    longestPause: 1,
    attempt: async () => {
      done.push('attempt');
      return done.length > times ? 'stored' : overtaken;
    },
    last: async () => {
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
    const failing = (error: Error) => orOvertaken(isRangeError, () => Promise.reject(error));
    expect(await failing(new RangeError('faster'))).toBe(overtaken);
    await expect(failing(new TypeError('wrong'))).rejects.toThrow('wrong');
  });
});
