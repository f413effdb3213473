import type { Reporter } from 'vitest/node';

import { readSeed } from './seed.ts';

/** Says after a run that failed which seed it had, so that the same run can be had again. */
export default class SeedReporter implements Reporter {
  onTestRunEnd(_modules: unknown, _errors: unknown, reason: string): void {
    if (reason === 'failed') console.log(`The same again: HDS_SEED=${readSeed(process.env)}`);
  }
}
