import { describe, expect, it } from 'vitest';

import { TimeExceeded } from '../../../lib/errors.ts';
import { Conflict } from '../../../lib/writing/errors.ts';
import { resolveLostResponse, retryUntilStored } from '../../../lib/writing/retry-until-stored.ts';

describe('a change whose answer was lost', () => {
  const refused = (): Promise<never> => Promise.reject(new Conflict('It is there already.'));

  it('is answered by what it stored, where the next attempt is refused because of that', async () => {
    expect(await resolveLostResponse(refused, async () => 'stored')).toBe('stored');
  });

  it('is answered by the refusal of the next attempt where it stored nothing', async () => {
    await expect(resolveLostResponse(refused, async () => undefined)).rejects.toThrow(Conflict);
  });

  it('is unknown where the next attempt runs out of time, and nothing is stored yet', async () => {
    const late = (): Promise<never> => Promise.reject(new TimeExceeded());
    const answer = resolveLostResponse(late, async () => undefined);
    await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  it('is unknown where nothing can be looked up any more', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('The connection is gone.'));
    for (const [work, lookUp] of [
      [refused, broken],
      [broken, refused],
    ] as const) {
      const answer = resolveLostResponse(work, lookUp);
      await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
    }
  });

  it('is looked up once more by an attempt that reads before it writes', async () => {
    const attempts = [
      async () => 'unknown' as const,
      refused,
      async () => ({ result: 'stored' }),
      refused,
    ].values();
    const attempt = async () => (attempts.next().value ?? refused)();
    expect(await retryUntilStored(attempt)).toBe('stored');
  });
});
