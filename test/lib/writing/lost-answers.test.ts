import { describe, expect, it } from 'vitest';

import { OutOfTime } from '../../../lib/errors.ts';
import { Conflict } from '../../../lib/writing/errors.ts';
import { afterLostAnswer, untilStored } from '../../../lib/writing/until-stored.ts';

describe('a change whose answer was lost', () => {
  const refused = (): Promise<never> => Promise.reject(new Conflict('It is there already.'));

  it('is answered by what it stored, where the next attempt is refused because of that', async () => {
    expect(await afterLostAnswer(refused, async () => 'stored')).toBe('stored');
  });

  it('is answered by the refusal of the next attempt where it stored nothing', async () => {
    await expect(afterLostAnswer(refused, async () => undefined)).rejects.toThrow(Conflict);
  });

  it('is unknown where the next attempt runs out of time, and nothing is stored yet', async () => {
    const late = (): Promise<never> => Promise.reject(new OutOfTime());
    const answer = afterLostAnswer(late, async () => undefined);
    await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
  });

  it('is unknown where nothing can be looked up any more', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('The connection is gone.'));
    for (const [work, lookUp] of [
      [refused, broken],
      [broken, refused],
    ] as const) {
      const answer = afterLostAnswer(work, lookUp);
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
    expect(await untilStored(attempt)).toBe('stored');
  });
});
