import autocannon from 'autocannon';

import type { TestStack } from '../support/stack.ts';

/** The result of repeated requests over some seconds. */
export type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly callsPerRequest: number;
};

const longEnough = 4;

/** The number of requests for the warm-up, and of those whose calls are counted. */
const counted = 10;

/** The number of concurrent requests. */
export const connections = 4;

/**
 * Repeats a request that always gets the same answer.
 * @param headers of each request
 */
export async function loadOf(
  url: string,
  stack: TestStack,
  headers: Readonly<Record<string, string>> = {},
  seconds = longEnough,
): Promise<LoadResult> {
  const ask = (options: Omit<autocannon.Options, 'url'>): Promise<autocannon.Result> =>
    autocannon({ ...options, url, headers: { ...headers } });
  await ask({ connections: 1, amount: counted });
  // Calls are counted separately, because some requests are still in progress at the end of the time.
  const before = stack.server.counters.read().calls;
  await ask({ connections: 1, amount: counted });
  const calls = stack.server.counters.read().calls - before;
  const result = await ask({ connections, duration: seconds });
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`);
  return {
    perSecond: result.requests.total / result.duration,
    median: result.latency.p50,
    callsPerRequest: calls / counted,
  };
}

/**
 * Repeats pieces of work concurrently.
 * @param works one piece of work for each concurrent worker
 */
export async function measureWork(
  works: readonly (() => Promise<unknown>)[],
  stack: TestStack,
  seconds = longEnough,
): Promise<LoadResult> {
  await Promise.all(works.map((work) => work()));
  const times: number[] = [];
  const before = stack.server.counters.read().calls;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < end) {
        const began = performance.now();
        await work();
        times.push(performance.now() - began);
      }
    }),
  );
  const calls = stack.server.counters.read().calls - before;
  return {
    perSecond: (times.length * 1000) / (performance.now() - start),
    median: quantile(times, 0.5),
    callsPerRequest: calls / times.length,
  };
}

/** A quantile: the value below which a part of all values is. @param part such as 0.5 for the median */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}
