import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../support/stack.ts';
import { withTemporaryFolder } from '../support/temporary-file.ts';
import { writeCopies } from './copies.ts';
import { createBenchImportContext, findBenchData } from './data.ts';
import type { Figure } from './figure.ts';

// Measures the export of many copies of the data as a package, and the restoring of the package in an empty database, each in a separate
// process. It writes its figures as one line of JSON. The database is native if HDS_DATABASE_URL is set.

const execute = promisify(execFile);
const [, , kind = 'embedded', copies = '10'] = process.argv;

/** The most memory in MB that a process may take, however large the package is. */
const allowedMegabytes = 512;

async function measure(): Promise<readonly Figure[]> {
  const [source, target] = [await openTestStack(), await openTestStack()];
  try {
    return await withTemporaryFolder(async (folder) => {
      await fill(source, folder);
      const tiles = await countTiles(source);
      const directory = path.join(folder, 'package');
      const written = await runInOwnProcess('export', source, directory);
      const restored = await runInOwnProcess('import', target, directory);
      if ((await countTiles(target)) !== tiles) throw new Error('The package lacks tiles.');
      return [
        ...toFigures(`export of ${copies} copies as a package, ${kind}`, tiles, written),
        ...toFigures(`restoring of ${copies} copies, ${kind}`, tiles, restored),
      ];
    });
  } finally {
    await source.close();
    await target.close();
  }
}

async function fill(stack: TestStack, folder: string): Promise<void> {
  const context = createBenchImportContext(stack);
  const { packageFolder, files } = await findBenchData();
  await importPackage(packageFolder, context, 'merge', 'json');
  const sources =
    files.length > 0 ? files : globSync(path.join(packageFolder, 'business_data/*.json'));
  const file = path.join(folder, 'copies.jsonl');
  await writeCopies(sources, Number(copies), file);
  await importResources([file], context);
}

async function countTiles({ owner }: TestStack): Promise<number> {
  const [row] = await owner.read(rawSql('select count(*)::integer from tile'));
  return Number(row?.[0]);
}

type Measurement = { readonly milliseconds: number; readonly megabytes: number };

async function runInOwnProcess(
  work: 'export' | 'import',
  { server }: TestStack,
  directory: string,
): Promise<Measurement> {
  const script = fileURLToPath(new URL('./package-process.ts', import.meta.url));
  // The same option with which package.json runs `hds`.
  const parameters = ['--max-semi-space-size=32', script, work, server.url, directory];
  return JSON.parse((await execute(process.execPath, parameters)).stdout);
}

function toFigures(
  subject: string,
  tiles: number,
  { milliseconds, megabytes }: Measurement,
): readonly Figure[] {
  return [
    { subject, measure: 'tiles', value: tiles, unit: '' },
    { subject, measure: 'tiles a second', value: (tiles * 1000) / milliseconds, unit: '/s' },
    {
      subject,
      measure: 'peak memory of the process',
      value: megabytes,
      unit: 'MB',
      beside: { name: 'allowed', value: allowedMegabytes },
    },
  ];
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
process.exit(0);
