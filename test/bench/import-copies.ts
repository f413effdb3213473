import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { openTestStack } from '../support/stack.ts';
import { withTemporaryFolder } from '../support/temporary-file.ts';
import { writeCopies } from './copies.ts';
import { findBenchData, createBenchImportContext } from './data.ts';
import type { Figure } from './figure.ts';
import { measureBareInserts } from './bare-inserts.ts';

// Measures the import of many copies of the data, on a separate stack and in a separate process: the tiles per second compared with
// bare inserts, the speed of the last quarter compared with the first, and the memory of the process. It writes its figures as one
// line of JSON. The database is native if HDS_DATABASE_URL is set.

const execute = promisify(execFile);
const [, , kind = 'embedded', copies = '10'] = process.argv;

type ImportMeasurement = {
  readonly tiles: number;
  readonly milliseconds: number;
  /** The milliseconds after which each quarter of the records was finished. */
  readonly quarters: readonly number[];
  readonly megabytes: number;
};

/** The most memory in MB that an import may take, however large its files are. */
const allowedMegabytes = 512;

async function measure(): Promise<readonly Figure[]> {
  const stack = await openTestStack();
  try {
    const { name, packageFolder, files } = await findBenchData();
    await importPackage(packageFolder, createBenchImportContext(stack), 'merge', 'json');
    const sources =
      files.length > 0 ? files : globSync(path.join(packageFolder, 'business_data/*.json'));
    const measured = await withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'copies.jsonl');
      const records = await writeCopies(sources, Number(copies), file);
      return importInOwnProcess(stack.server.url, records, file);
    });
    return toFigures(
      `import of ${name}, ${copies} times, ${kind}`,
      measured,
      await measureBareInserts(stack),
    );
  } finally {
    await stack.close();
  }
}

async function importInOwnProcess(
  url: string,
  records: number,
  file: string,
): Promise<ImportMeasurement> {
  const script = fileURLToPath(new URL('./import-process.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [
    // The same options with which package.json runs `hds`.
    '--max-semi-space-size=32',
    script,
    url,
    String(records),
    file,
  ]);
  return JSON.parse(stdout);
}

function toFigures(
  subject: string,
  { tiles, milliseconds, quarters, megabytes }: ImportMeasurement,
  bare: number,
): readonly Figure[] {
  return [
    { subject, measure: 'tiles', value: tiles, unit: '' },
    {
      subject,
      measure: 'tiles a second',
      value: (tiles * 1000) / milliseconds,
      unit: '/s',
      beside: { name: 'bare inserts', value: bare },
    },
    ...toQuarterFigure(subject, tiles, quarters),
    {
      subject,
      measure: 'peak memory of the process',
      value: megabytes,
      unit: 'MB',
      beside: { name: 'allowed', value: allowedMegabytes },
    },
  ];
}

/** Compares the last quarter with the first. Few records are imported in one transaction, which has no quarters. */
function toQuarterFigure(
  subject: string,
  tiles: number,
  quarters: readonly number[],
): readonly Figure[] {
  if (new Set(quarters).size < 4) return [];
  const [first = 0, , third = 0, last = 0] = quarters;
  const rate = (milliseconds: number): number => (tiles * 250) / milliseconds;
  return [
    {
      subject,
      measure: 'tiles a second, last quarter',
      value: rate(last - third),
      unit: '/s',
      beside: { name: 'first quarter', value: rate(first) },
    },
  ];
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
process.exit(0);
