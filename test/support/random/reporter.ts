import type { Reporter } from 'vitest/node';

import { readSeed } from './seed.ts';

/** Prints the seed after a run that failed, so that the run can be repeated. */
export default class SeedReporter implements Reporter {
  onTestRunEnd(_modules: unknown, _errors: unknown, reason: string): void {
    if (reason === 'failed') console.log(`To repeat this run: HDS_SEED=${readSeed(process.env)}`);
  }
}
