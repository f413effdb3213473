import { quantile } from '../load.ts';

/**
 * Runs pieces of work alternately and repeatedly, so that other work on the machine affects all of them in the same way.
 * @param works functions that return a measurement
 * @returns the median of each, by its name
 */
export async function mediansInTurn<Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<number>>>,
): Promise<(name: Name) => number> {
  const measured = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries<() => Promise<number>>(works)) {
      measured.set(name, [...(measured.get(name) ?? []), await work()]);
    }
  }
  return (name) => quantile(measured.get(name) ?? [], 0.5);
}
