import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Figure } from '../figure.ts';
import type { Cost } from './costs.ts';
import type { Size } from './stack.ts';

const execute = promisify(execFile);

/** The measurements on one kind of data. */
export type Measurements = {
  readonly costs: readonly Cost[];
  readonly latencies: readonly Figure[];
};

/**
 * Measures on one kind of data, in a separate process.
 * @param databaseUrl the URL of a native server, or empty for the embedded database
 * @param only a part of the names of requests
 * @param withHttp whether to measure over HTTP as well
 */
export async function measureCostsOn(
  size: Size,
  databaseUrl: string,
  only = '',
  withHttp = false,
): Promise<Measurements> {
  const script = fileURLToPath(new URL('./on-data.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [script, size, only, withHttp ? 'http' : ''], {
    env: { ...process.env, HDS_DATABASE_URL: databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  const measurements: Measurements = JSON.parse(stdout);
  return measurements;
}
