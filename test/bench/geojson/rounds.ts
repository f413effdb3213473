import { quantile } from '../load.ts';

/**
 * Runs tasks alternately and repeatedly, so that other work on the machine affects all of them in the same way.
 * @param tasks functions that return a measurement, by name
 * @returns a function that returns the median of a task by its name
 */
export async function measureMediansInTurn<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, () => Promise<number>>>,
): Promise<(name: Name) => number> {
  const measurements = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, task] of Object.entries<() => Promise<number>>(tasks)) {
      measurements.set(name, [...(measurements.get(name) ?? []), await task()]);
    }
  }
  return (name) => quantile(measurements.get(name) ?? [], 0.5);
}
