import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { DeploymentError } from './deployment/deployment-error.ts';
import { parseStage } from './deployment/options.ts';
import { removeStage } from './deployment/remove-stage.ts';
import { runServerless } from './deployment/run-serverless.ts';
import { InvalidSettings } from '../../lib/settings.ts';
import { readRegion } from '../settings/region.ts';

// `npm run remove -- --stage NAME`

/** Asks a question on the terminal. @returns the answer; undefined if there is no terminal */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

try {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, 'remove-stage': { type: 'string' } },
  });
  await removeStage(parseStage(values.stage), values['remove-stage'], {
    region: readRegion(),
    ask,
    removeService: (stage) => runServerless(['remove', '--stage', stage]),
    print: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof DeploymentError) && !(error instanceof InvalidSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
