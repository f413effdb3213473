/**
 * Reads the seed of all random values in tests. Without HDS_SEED it is always the same, so that only a change of the code can break a test.
 * @throws Error if HDS_SEED is not a whole number
 */
export function readSeed(environment: NodeJS.ProcessEnv): number {
  const value = environment['HDS_SEED'];
  if (value === undefined || value === '') return 20_261_121;
  if (!/^-?\d{1,9}$/.test(value)) {
    throw new Error(`HDS_SEED is ${value}. Set it to a whole number of at most nine digits.`);
  }
  return Number(value);
}
