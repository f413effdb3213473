import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { startNativeServer } from '../support/native-server.ts';
import { measureCostsOn } from './costs/run.ts';
import { toCostFigures } from './costs/tables.ts';
import { measureGeojson } from './geojson/measure.ts';
import { ratioToPeer, formatTable, type Figure } from './figure.ts';

// `npm run bench`: every figure is compared with a limit or with a peer of the same run, because machines differ and are shared.

const execute = promisify(execFile);
const figures: Figure[] = [];

/** Measures the import of a number of copies of the data, each with other ids. */
async function benchCopies(copies: number, kind: string, databaseUrl: string): Promise<void> {
  const script = new URL('./import-copies.ts', import.meta.url);
  await collectFigures(script, databaseUrl, [kind, String(copies)]);
}

/** Measures the import of CSV beside that of JSON. */
async function benchCsv(kind: string, databaseUrl: string): Promise<void> {
  await collectFigures(new URL('./import-csv.ts', import.meta.url), databaseUrl, [kind]);
}

/** Measures the export of a number of copies of the data as a package, and its restoring. */
async function benchPackage(copies: number, kind: string, databaseUrl: string): Promise<void> {
  const script = new URL('./package-copies.ts', import.meta.url);
  await collectFigures(script, databaseUrl, [kind, String(copies)]);
}

async function collectFigures(
  script: URL,
  databaseUrl: string,
  parameters: readonly string[],
): Promise<void> {
  const { stdout } = await execute(process.execPath, [fileURLToPath(script), ...parameters], {
    env: { ...process.env, HDS_DATABASE_URL: databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  const scriptFigures: Figure[] = JSON.parse(stdout);
  figures.push(...scriptFigures);
}

// Numbers of copies. With the demo package they have 60,530 tiles, and a million tiles.
const tenCopies = 10;
const copiesForMillionTiles = 166;

await benchCopies(tenCopies, 'embedded', '');
figures.push(...toCostFigures((await measureCostsOn('as it is', '')).costs));
const native = await startNativeServer().catch((error: unknown) => {
  console.error(`native: not measured. ${error instanceof Error ? error.message : String(error)}`);
  return undefined;
});
if (native !== undefined) {
  try {
    await benchCsv('native', native.url);
    await benchCopies(tenCopies, 'native', native.url);
    await benchCopies(copiesForMillionTiles, 'native', native.url);
    await benchPackage(copiesForMillionTiles, 'native', native.url);
    for (const size of ['as it is', 'a million tiles'] as const) {
      figures.push(...toCostFigures((await measureCostsOn(size, native.url)).costs));
    }
    const pointOptions = { server: native.url, features: 100_000, only: '' };
    figures.push(...(await measureGeojson(pointOptions)));
  } finally {
    await native.stop();
  }
}

console.log(formatTable(figures).join('\n'));
const result = {
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  figures: figures.map((figure) => ({ ...figure, ratio: ratioToPeer(figure) })),
};
await writeFile('bench.json', `${JSON.stringify(result, undefined, 2)}\n`);
console.log('\nwritten to bench.json');
