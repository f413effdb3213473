/**
 * The number that everything random in the tests begins with. It is always the same, so that a failing test tells of a change and
 * not of chance; HDS_SEED, any whole number, leads elsewhere.
 * @throws Error where HDS_SEED is no whole number
 */
export function readSeed(environment: NodeJS.ProcessEnv): number {
  const named = environment['HDS_SEED'];
  if (named === undefined || named === '') return 20_261_121;
  if (!/^-?\d{1,9}$/.test(named)) {
    throw new Error(`HDS_SEED is ${named}. Set it to a whole number of at most nine digits.`);
  }
  return Number(named);
}
