import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { startNativeServer } from '../support/native-server.ts';
import { benchBundles } from './bundles.ts';
import { measureOn } from './costs/run.ts';
import { costFigures } from './costs/tables.ts';
import { benchMatching } from './matching.ts';
import { ratio, table, type Figure } from './figure.ts';
import { benchRepresentations } from './representations.ts';

// `npm run bench`: every figure stands beside a limit or a peer of the same run, because machines differ and are shared.

const execute = promisify(execFile);
const figures: Figure[] = [];

/** Runs a script on a kind of database. @param copies how often the data are imported where many are measured */
async function onStacks(
  kind: string,
  databaseUrl: string,
  copies: readonly number[],
): Promise<void> {
  const runs = [['./on-stack.ts'], ...copies.map((many) => ['./import-copies.ts', String(many)])];
  for (const [script = '', ...parameters] of runs) {
    const file = fileURLToPath(new URL(script, import.meta.url));
    const { stdout } = await execute(process.execPath, [file, kind, ...parameters], {
      env: { ...process.env, HDS_DATABASE_URL: databaseUrl },
      maxBuffer: 64 * 1024 * 1024,
    });
    const measured: Figure[] = JSON.parse(stdout);
    figures.push(...measured);
  }
}

// Of the demo package: 60,530 tiles, and a million.
const tenfold = 10;
const million = 166;

await onStacks('embedded', '', [tenfold]);
figures.push(...costFigures((await measureOn('as it is', '')).costs));
const native = await startNativeServer().catch((error: unknown) => {
  console.error(`native: not measured. ${error instanceof Error ? error.message : String(error)}`);
  return undefined;
});
if (native !== undefined) {
  try {
    await onStacks('native', native.url, [tenfold, million]);
    for (const size of ['as it is', 'a million tiles'] as const) {
      figures.push(...costFigures((await measureOn(size, native.url)).costs));
    }
  } finally {
    await native.stop();
  }
}
figures.push(...(await benchBundles()));
figures.push(...(await benchRepresentations()));
figures.push(...benchMatching());

console.log(table(figures).join('\n'));
const result = {
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  figures: figures.map((figure) => ({ ...figure, ratio: ratio(figure) })),
};
await writeFile('bench.json', `${JSON.stringify(result, undefined, 2)}\n`);
console.log('\nwritten to bench.json');
