import autocannon from 'autocannon';

import type { TestStack } from '../support/stack.ts';

/** The result of repeated requests over some seconds. */
export type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly callsPerRequest: number;
};

const defaultSeconds = 4;

/** The number of requests of the warm-up, and the number of requests whose Data API calls are counted. */
const countedRequests = 10;

/** The number of concurrent requests. */
export const connectionCount = 4;

/**
 * Measures a repeated request that always gets the same answer.
 * @param headers of each request
 */
export async function measureLoad(
  url: string,
  stack: TestStack,
  headers: Readonly<Record<string, string>> = {},
  seconds = defaultSeconds,
): Promise<LoadResult> {
  const sendRequests = (options: Omit<autocannon.Options, 'url'>): Promise<autocannon.Result> =>
    autocannon({ ...options, url, headers: { ...headers } });
  await sendRequests({ connections: 1, amount: countedRequests });
  // Calls are counted separately, because some requests are still in progress at the end of the time.
  const callsBefore = stack.server.counters.read().calls;
  await sendRequests({ connections: 1, amount: countedRequests });
  const calls = stack.server.counters.read().calls - callsBefore;
  const result = await sendRequests({ connections: connectionCount, duration: seconds });
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`);
  return {
    perSecond: result.requests.total / result.duration,
    median: result.latency.p50,
    callsPerRequest: calls / countedRequests,
  };
}

/**
 * Measures tasks that are repeated concurrently.
 * @param tasks one task for each concurrent worker
 */
export async function measureWork(
  tasks: readonly (() => Promise<unknown>)[],
  stack: TestStack,
  seconds = defaultSeconds,
): Promise<LoadResult> {
  await Promise.all(tasks.map((task) => task()));
  const times: number[] = [];
  const callsBefore = stack.server.counters.read().calls;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    tasks.map(async (task) => {
      while (performance.now() < end) {
        const taskStart = performance.now();
        await task();
        times.push(performance.now() - taskStart);
      }
    }),
  );
  const calls = stack.server.counters.read().calls - callsBefore;
  return {
    perSecond: (times.length * 1000) / (performance.now() - start),
    median: quantile(times, 0.5),
    callsPerRequest: calls / times.length,
  };
}

/** Computes a quantile: the value below which this fraction of all values is. @param fraction such as 0.5 for the median */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(fraction * (sorted.length - 1))] ?? 0;
}
