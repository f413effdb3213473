import { triesAllCases } from './take-sample.ts';

/**
 * The option of fast-check for the number of random cases of a property.
 * @param all the number if tests try all cases
 * @param sample the number otherwise
 */
export function runCount(all: number, sample: number): { readonly numRuns: number } {
  return { numRuns: triesAllCases ? all : sample };
}
