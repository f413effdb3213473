import { describe, expect, it } from 'vitest';

import { TimeExceeded } from '../../../lib/errors.ts';
import { Conflict } from '../../../lib/writing/errors.ts';
import { runAfterLostResponse, retryUntilStored } from '../../../lib/writing/retry-until-stored.ts';

describe('a write whose response was lost', () => {
  const refuse = (): Promise<never> => Promise.reject(new Conflict('It is there already.'));

  it('succeeds if the next attempt fails only because the write was stored', async () => {
    expect(await runAfterLostResponse(refuse, async () => 'stored')).toBe('stored');
  });

  it('fails with the error of the next attempt if nothing was stored', async () => {
    await expect(runAfterLostResponse(refuse, async () => undefined)).rejects.toThrow(Conflict);
  });

  it('has an unknown outcome if the next attempt times out and nothing is stored yet', async () => {
    const timeOut = (): Promise<never> => Promise.reject(new TimeExceeded());
    const answer = runAfterLostResponse(timeOut, async () => undefined);
    await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  it('has an unknown outcome if the stored data cannot be read', async () => {
    const failToConnect = (): Promise<never> =>
      Promise.reject(new Error('The connection is gone.'));
    for (const [attempt, lookUp] of [
      [refuse, failToConnect],
      [failToConnect, refuse],
    ] as const) {
      const answer = runAfterLostResponse(attempt, lookUp);
      await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
    }
  });

  it('is checked again by an attempt that reads before it writes', async () => {
    const attempts = [
      async () => 'unknown' as const,
      refuse,
      async () => ({ result: 'stored' }),
      refuse,
    ].values();
    const attempt = async () => (attempts.next().value ?? refuse)();
    expect(await retryUntilStored(attempt)).toBe('stored');
  });
});
