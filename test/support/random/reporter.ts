import type { Reporter } from 'vitest/node';

import { seedOf } from './seed.ts';

/** Says after a run that failed which seed it had, so that the same run can be had again. */
export default class SeedReporter implements Reporter {
  onTestRunEnd(_modules: unknown, _errors: unknown, reason: string): void {
    if (reason === 'failed') console.log(`The same again: HDS_SEED=${seedOf(process.env)}`);
  }
}
