import { globSync } from 'node:fs';
import path from 'node:path';

import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { openTestStack } from '../support/stack.ts';
import { createBenchImportContext, findBenchData } from './data.ts';
import type { Figure } from './figure.ts';

// Measures the import of the CSV of a package beside that of its JSON, each three times in turn and into a new database. It writes its
// figures as one line of JSON. The database is native if HDS_DATABASE_URL is set.

const kind = process.argv[2] ?? 'embedded';
const rounds = 3;

/** Imports files into a new database. @returns tiles a second */
async function measureImport(packageFolder: string, files: readonly string[]): Promise<number> {
  const stack = await openTestStack();
  try {
    const context = createBenchImportContext(stack);
    await importPackage(packageFolder, context, 'merge', 'json');
    const start = performance.now();
    const { tilesCreated } = await importResources(files, context);
    return (tilesCreated * 1000) / (performance.now() - start);
  } finally {
    await stack.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

async function measure(): Promise<readonly Figure[]> {
  const { name, packageFolder, files } = await findBenchData();
  const csvFiles = globSync(path.join(packageFolder, 'business_data/*.{csv,csv.gz}'));
  if (csvFiles.length === 0 || files.length === 0) return [];
  const ofCsv: number[] = [];
  const ofJson: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofJson.push(await measureImport(packageFolder, files));
    ofCsv.push(await measureImport(packageFolder, csvFiles));
  }
  return [
    {
      subject: `import of the CSV of ${name}, ${kind}`,
      measure: 'tiles a second',
      value: median(ofCsv),
      unit: '/s',
      beside: { name: 'JSON', value: median(ofJson) },
    },
  ];
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
process.exit(0);
