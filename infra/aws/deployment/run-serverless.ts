import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { DeploymentError } from './deployment-error.ts';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Runs a command of the packager and shows its output on the terminal.
 * @param args the arguments, such as `deploy --stage production`
 * @param environment variables that replace those of this process
 * @throws DeploymentError if it fails
 */
export async function runServerless(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<void> {
  const program = join(root, 'node_modules/serverless/bin/serverless.js');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, SLS_NOTIFICATIONS_MODE: 'off', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    throw new DeploymentError(`serverless ${args.join(' ')} failed: see its output above.`);
  }
}
