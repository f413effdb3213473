import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';

import { listRandomTests } from './list-random-tests.ts';

// `npm run test:random -- MINUTES [FILE…]` runs test files again and again, each time with a new seed, until the time is over. By default it
// runs all test files that use fast-check.

async function run(seed: number, files: readonly string[]): Promise<boolean> {
  console.log(`HDS_SEED=${seed}`);
  const child = spawn('vitest', ['run', ...files], {
    stdio: 'inherit',
    env: { ...process.env, HDS_SEED: String(seed) },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const [minutes = '', ...namedFiles] = process.argv.slice(2);
if (!(Number(minutes) > 0)) {
  console.error('The number of minutes is missing: npm run test:random -- 10');
  process.exit(2);
}
const folder = path.resolve(import.meta.dirname, '../..');
const files = namedFiles.length > 0 ? namedFiles : listRandomTests(folder);
const end = Date.now() + Number(minutes) * 60_000;
const failedSeeds: number[] = [];
let rounds = 0;
do {
  const seed = randomInt(1_000_000_000);
  if (!(await run(seed, files))) failedSeeds.push(seed);
  rounds += 1;
} while (Date.now() < end);
console.log(
  `${rounds} seeds, ${failedSeeds.length} failed${failedSeeds.map((seed) => ` ${seed}`).join('')}`,
);
process.exitCode = failedSeeds.length === 0 ? 0 : 1;
