/** The reasons against reading a value as an instance of a node, the most serious first. */
const levels = [
  'ignoredPredicates',
  'literalsOfOtherClass',
  'spellingDifference',
  'hiddenNodes',
  'missingValues',
] as const;

/** The count of each level. The levels are compared in their order: a single count of one level outweighs any number of the next. */
export type Mismatch = Readonly<Record<(typeof levels)[number], number>>;

export const noMismatch: Mismatch = {
  ignoredPredicates: 0,
  literalsOfOtherClass: 0,
  spellingDifference: 0,
  hiddenNodes: 0,
  missingValues: 0,
};

export function sumMismatches(mismatches: Iterable<Mismatch>): Mismatch {
  const sum = { ...noMismatch };
  for (const mismatch of mismatches) for (const level of levels) sum[level] += mismatch[level];
  return sum;
}

/** Returns a negative number if the left mismatch is the smaller one, a positive number if the right one is, otherwise 0. */
export function compareMismatches(left: Mismatch, right: Mismatch): number {
  for (const level of levels) {
    if (left[level] !== right[level]) return left[level] - right[level];
  }
  return 0;
}
