import { readSeed } from './seed.ts';

/** Whether tests try everything (`npm run test:whole`), instead of a sample of what is alike. */
export const triesEverything = process.env['HDS_TEST_WHOLE'] === '1';

/**
 * Takes a sample that is spread evenly over a list. The seed of the run decides where it begins, so the same run has the same sample.
 * @returns the whole list where tests try everything, or where it has no more than `size` items
 */
export function sampled<Item>(items: readonly Item[], size: number): readonly Item[] {
  if (triesEverything || items.length <= size) return items;
  const step = items.length / size;
  const start = (Math.abs(readSeed(process.env)) % 1000) / 1000;
  return items
    .filter(
      (_, index) => Math.floor(index / step + start) !== Math.floor((index - 1) / step + start),
    )
    .slice(0, size);
}
