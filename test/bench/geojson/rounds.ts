import { quantile } from '../load.ts';

/**
 * Runs pieces of work alternately and repeatedly, so that other work on the machine affects all of them in the same way.
 * @param tasks functions that return a measurement
 * @returns the median of each, by its name
 */
export async function measureMediansInTurn<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, () => Promise<number>>>,
): Promise<(name: Name) => number> {
  const measurements = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries<() => Promise<number>>(tasks)) {
      measurements.set(name, [...(measurements.get(name) ?? []), await work()]);
    }
  }
  return (name) => quantile(measurements.get(name) ?? [], 0.5);
}
