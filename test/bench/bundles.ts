import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';

import { loadPackagedService } from '../gateway/emulator/load-packaged-service.ts';
import type { Figure } from './figure.ts';

const execute = promisify(execFile);
const runCount = 10;
/** The most milliseconds that the import of a bundle may take. */
const maxImportTime = 90;

/** Measures the size and import time of each function's bundle, and the import time of an empty module. */
export async function benchBundles(): Promise<readonly Figure[]> {
  const { bundles } = await loadPackagedService();
  const emptyModuleTime = await measureImportTime('data:text/javascript,export const handler = 1');
  const figures: Figure[] = [
    { subject: 'an empty module', measure: 'import, median', value: emptyModuleTime, unit: 'ms' },
  ];
  for (const { functionName, file, bytes } of bundles) {
    const time = await measureImportTime(pathToFileURL(file).href);
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
async function measureImportTime(url: string): Promise<number> {
  const script = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start)`;
  const times: number[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script]);
    times.push(Number(stdout.trim().split('\n').at(-1)));
  }
  return times.toSorted((first, second) => first - second)[Math.floor(runCount / 2)] ?? 0;
}
