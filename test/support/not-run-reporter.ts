import type { Reporter } from 'vitest/node';

import { listTestFiles, type TestKind } from './test-kinds.ts';

/** The commands that run what `npm test` leaves out, with the kinds of their tests. */
const otherCommands: Readonly<Record<string, readonly TestKind[]>> = {
  'npm run test:service': ['service', 'slow', 'local'],
  'npm run test:browser': ['browser'],
  'npm run conformance': ['conformance'],
};

/** Prints at the end of `npm test` what it has not run, and which command runs it. */
export default class NotRunReporter implements Reporter {
  onTestRunEnd(): void {
    if (process.env['npm_lifecycle_event'] !== 'test') return;
    const lines = Object.entries(otherCommands).map(([command, kinds]) => {
      const counts = kinds.map((kind) => `${listTestFiles(kind).length} files of ${kind}`);
      return `  ${command.padEnd(22)}${counts.join(', ')}`;
    });
    console.log(['Not run:', ...lines, ''].join('\n'));
  }
}
