import { describe, expect, it } from 'vitest';

import { isBounded, measureGrowth, type Sample } from './samples.ts';

const steady = { rss: 200, heap: 60, external: 10, handles: 20, files: 30 };

/** Samples every ten seconds for ten minutes. */
const createSamples = (valuesAt: (seconds: number) => Partial<Sample>): readonly Sample[] =>
  Array.from({ length: 60 }, (_, index) => ({
    seconds: index * 10,
    ...steady,
    ...valuesAt(index * 10),
  }));

const listUnbounded = (samples: readonly Sample[]): readonly string[] =>
  measureGrowth(samples)
    .filter((growth) => !isBounded(growth))
    .map(({ name }) => name);

describe('the growth in a soak', () => {
  it('is bounded if a value only fluctuates, or grows only in the first half', () => {
    expect(listUnbounded(createSamples((seconds) => ({ heap: 60 + (seconds % 50) / 10 })))).toEqual(
      [],
    );
    expect(
      listUnbounded(createSamples((seconds) => ({ rss: 200 + Math.min(seconds, 290) }))),
    ).toEqual([]);
  });

  it('is unbounded if a value still grows in the second half', () => {
    expect(listUnbounded(createSamples((seconds) => ({ heap: 60 + seconds / 30 })))).toEqual([
      'heap',
    ]);
    expect(listUnbounded(createSamples((seconds) => ({ handles: 20 + seconds / 10 })))).toEqual([
      'handles',
    ]);
  });
});
