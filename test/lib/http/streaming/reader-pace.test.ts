import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { watchReader } from '../../../../lib/http/streaming/reader-pace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const minKilobytesPerSecond = 8;

/**
 * Reads bytes in equal steps until the reader is too slow, for at most 15 minutes.
 * @returns the seconds after which the reader is too slow, or undefined
 */
async function secondsUntilTooSlow(
  { bytes, everySeconds }: { readonly bytes: number; readonly everySeconds: number },
  limit = minKilobytesPerSecond,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const result: { endedAt?: number } = {};
  const pace = watchReader(limit, () => {
    result.endedAt ??= performance.now();
  });
  while (result.endedAt === undefined && performance.now() - startedAt < 900_000) {
    pace.countWrittenBytes(bytes);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = pace.waitForReader(promise);
    await vi.advanceTimersByTimeAsync(everySeconds * 1000);
    resolve();
    await waiting;
  }
  return result.endedAt === undefined ? undefined : (result.endedAt - startedAt) / 1000;
}

describe('a reader', () => {
  it('that reads nothing is too slow after two minutes', async () => {
    expect(await secondsUntilTooSlow({ bytes: 0, everySeconds: 10 })).toBe(120);
  });

  it('that reads at half of the limit is too slow after almost four minutes', async () => {
    expect(await secondsUntilTooSlow({ bytes: 40_000, everySeconds: 10 })).toBe(230);
  });

  it('that reads slightly faster than the limit is never too slow', async () => {
    expect(await secondsUntilTooSlow({ bytes: 81_000, everySeconds: 10 })).toBeUndefined();
  });

  it('of 12 KB/s is never too slow, although TCP reports 1.4 MB at a time', async () => {
    expect(await secondsUntilTooSlow({ bytes: 1_400_000, everySeconds: 116 })).toBeUndefined();
  });

  it('that pauses after a fast start is too slow after two minutes, because its credit is limited', async () => {
    let isTooSlow = false;
    const pace = watchReader(minKilobytesPerSecond, () => {
      isTooSlow = true;
    });
    pace.countWrittenBytes(100_000_000);
    await pace.waitForReader(Promise.resolve());
    const paused = pace.waitForReader(new Promise((resolve) => setTimeout(resolve, 121_000)));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(isTooSlow).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    await paused;
    expect(isTooSlow).toBe(true);
  });

  it('is not too slow while the service itself reads its data', async () => {
    let isTooSlow = false;
    const pace = watchReader(minKilobytesPerSecond, () => {
      isTooSlow = true;
    });
    pace.countWrittenBytes(1000);
    await pace.waitForReader(Promise.resolve());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(isTooSlow).toBe(false);
  });

  it('is never too slow if the limit is 0', async () => {
    expect(await secondsUntilTooSlow({ bytes: 0, everySeconds: 10 }, 0)).toBeUndefined();
  });
});
