/**
 * Measures tasks that are repeated concurrently for some seconds, after a first run.
 * @param tasks one task for each concurrent worker
 * @returns the median time of a task, in milliseconds
 */
export async function measureWork(
  tasks: readonly (() => Promise<unknown>)[],
  seconds: number,
): Promise<number> {
  await Promise.all(tasks.map((task) => task()));
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    tasks.map(async (task) => {
      while (performance.now() < end) {
        const taskStart = performance.now();
        await task();
        times.push(performance.now() - taskStart);
      }
    }),
  );
  return quantile(times, 0.5);
}

/** Computes a quantile: the value below which this fraction of all values is. @param fraction such as 0.5 for the median */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(fraction * (sorted.length - 1))] ?? 0;
}
