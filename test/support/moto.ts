import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { findFreePort } from '../../infra/local/free-port.ts';

/** An independent server with the API of AWS. */
export type Moto = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Starts `moto_server` (PyPI: `moto[server,s3]`) from HDS_MOTO or the PATH.
 * @returns undefined if it is not installed
 */
export async function openMoto(): Promise<Moto | undefined> {
  const program = process.env['HDS_MOTO'] ?? 'moto_server';
  return startMoto(program, (port) => ['-H', '127.0.0.1', '-p', String(port)]);
}

/**
 * Starts moto with a Python in which it is installed.
 * @param moduleArguments the arguments before the port
 * @throws Error if it does not start
 */
export async function startPythonMoto(
  python: string,
  moduleArguments: readonly string[] = ['-m', 'moto.server', '-p'],
): Promise<Moto> {
  const moto = await startMoto(python, (port) => [...moduleArguments, String(port)]);
  if (moto === undefined) throw new Error('moto did not start.');
  return moto;
}

/**
 * Starts a program that serves moto.
 * @param argumentsFor returns its arguments
 * @returns undefined if there is no such program
 * @throws Error if it ends before it answers
 */
async function startMoto(
  program: string,
  argumentsFor: (port: number) => readonly string[],
): Promise<Moto | undefined> {
  const port = await findFreePort(0);
  const child = spawn(program, argumentsFor(port), {
    stdio: 'ignore',
  });
  const isInstalled = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]).catch(() => false);
  if (!isInstalled) return undefined;
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const isAnswering = await fetch(`${url}/moto-api/`).then(
      () => true,
      () => false,
    );
    if (isAnswering) break;
    await wait(50);
  }
  if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
  return {
    url,
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
