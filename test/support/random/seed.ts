/**
 * The seed of all random values in tests. It is always the same unless HDS_SEED is set, so that a failure means a change of the code.
 * @throws Error where HDS_SEED is not a whole number
 */
export function readSeed(environment: NodeJS.ProcessEnv): number {
  const named = environment['HDS_SEED'];
  if (named === undefined || named === '') return 20_261_121;
  if (!/^-?\d{1,9}$/.test(named)) {
    throw new Error(`HDS_SEED is ${named}. Set it to a whole number of at most nine digits.`);
  }
  return Number(named);
}
