import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';

import { loadPackagedService } from '../gateway/emulator/load-packaged-service.ts';
import type { Figure } from './figure.ts';

const execute = promisify(execFile);
const runs = 10;
/** Milliseconds. */
const maxImportTime = 90;

/** Measures the size and import time of each function's bundle, and the import time of an empty module. */
export async function benchBundles(): Promise<readonly Figure[]> {
  const { bundles } = await loadPackagedService();
  const nothing = await importTime('data:text/javascript,export const handler = 1');
  const figures: Figure[] = [
    { subject: 'an empty module', measure: 'import, median', value: nothing, unit: 'ms' },
  ];
  for (const { functionName, file, bytes } of bundles) {
    const time = await importTime(pathToFileURL(file).href);
    figures.push(
      { subject: `bundle ${functionName}`, measure: 'size', value: bytes / 1024, unit: 'KB' },
      {
        subject: `bundle ${functionName}`,
        measure: 'import, median',
        value: time,
        unit: 'ms',
        goal: maxImportTime,
      },
    );
  }
  return figures;
}

/** The median milliseconds that a fresh process takes to import a module. */
async function importTime(url: string): Promise<number> {
  const script = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start)`;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script]);
    times.push(Number(stdout.trim().split('\n').at(-1)));
  }
  return times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}
