import { readSeed } from './seed.ts';

/** Whether tests try all cases (`npm run test:whole`), instead of a sample of similar cases. */
export const triesAllCases = process.env['HDS_TEST_WHOLE'] === '1';

/**
 * Takes a sample that is spread evenly over a list. The seed decides where it begins, so a repeated run has the same sample.
 * @returns the whole list if tests try all cases, or if it has at most `size` items
 */
export function takeSample<Item>(items: readonly Item[], size: number): readonly Item[] {
  if (triesAllCases || items.length <= size) return items;
  const step = items.length / size;
  const start = (Math.abs(readSeed(process.env)) % 1000) / 1000;
  return items
    .filter(
      (_, index) => Math.floor(index / step + start) !== Math.floor((index - 1) / step + start),
    )
    .slice(0, size);
}

/**
 * Takes a few items of a list for one item of another list: for each item of the other list the next few, so that all items are used in
 * turn.
 * @param otherIndex the index in the other list
 * @returns the whole list if tests try all cases, or if it has at most `size` items
 */
export function takeInTurn<Item>(
  items: readonly Item[],
  otherIndex: number,
  size: number,
): readonly Item[] {
  if (triesAllCases || items.length <= size) return items;
  const start = (otherIndex * size) % items.length;
  return [...items, ...items].slice(start, start + size);
}
