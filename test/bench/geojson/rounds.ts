import { quantile } from '../load.ts';

/**
 * Runs pieces of work in turn, again and again, so that what a machine does besides meets them all alike.
 * @param works each gives what it measures
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
