import { globSync } from 'node:fs';

import type { ImportContext } from '../../../infra/cli/import/import-context.ts';
import { importPackage } from '../../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import type { Database } from '../../../infra/local/database/database.ts';
import { importSampleProjects } from '../../../infra/local/sample.ts';
import { samplePackageFolder } from '../../../infra/local/sample/paths.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { createTestDataApi } from '../data-api-client.ts';
import { createImportContext } from '../import-context.ts';
import { findTestData } from '../test-data.ts';
import { importSource } from './import-source.ts';
import { nativeServerUrl } from './server-url.ts';
import { copySourceDump, type SourceSize } from './source-dump.ts';

/**
 * The content of a test database: only roles and PostGIS (`bare`), also the schema (`empty`), or also the sample (`sample`), the demo
 * package of the real data with its resource instances (`v5demo`), or, on a native server, the database of the real data without its
 * accounts and rights (`dump`), or with some of its resource instances (`some_of_dump`: all if tests try all cases).
 */
export type DatabaseContent = 'bare' | 'empty' | 'sample' | 'v5demo' | 'dump' | 'some_of_dump';

/** The content on which each other content is based. */
export const baseContent: Readonly<Record<Exclude<DatabaseContent, 'bare'>, DatabaseContent>> = {
  empty: 'bare',
  sample: 'empty',
  v5demo: 'empty',
  dump: 'empty',
  some_of_dump: 'empty',
};

/**
 * Fills a database with a content.
 * @param existingContent the content that the database already has
 */
export async function fillDatabase(
  database: Database,
  content: DatabaseContent,
  existingContent: DatabaseContent,
): Promise<void> {
  if (content === 'bare' || content === existingContent) return;
  await fillDatabase(database, baseContent[content], existingContent);
  const emulator = await startDataApiEmulator({ database });
  const importers: Readonly<Record<typeof content, () => Promise<unknown>>> = {
    empty: () => upgradeDatabase(createTestDataApi(emulator.url, 'owner')),
    sample: () => importSample(createTestDataApi(emulator.url, 'service')),
    v5demo: () => importDemo(createImportContext(createTestDataApi(emulator.url, 'service'))),
    dump: () => importDump(createImportContext(createTestDataApi(emulator.url, 'service')), 'all'),
    some_of_dump: () =>
      importDump(createImportContext(createTestDataApi(emulator.url, 'service')), 'some'),
  };
  try {
    await importers[content]();
  } finally {
    await emulator.close();
  }
}

async function importSample(dataApi: DataApi): Promise<void> {
  await importPackage(samplePackageFolder, createImportContext(dataApi));
  await importSampleProjects(dataApi);
}

async function importDemo(context: ImportContext): Promise<void> {
  const folder = findTestData('v5demo');
  if (folder === undefined) throw new Error('v5demo is not there. Set HDS_TEST_DATA.');
  await importPackage(`${folder}/pkg`, context, 'merge', 'json');
  await importResources(globSync(`${folder}/exported/*`).toSorted(), context);
}

async function importDump(context: ImportContext, size: SourceSize): Promise<void> {
  const { url, drop } = await copySourceDump(nativeServerUrl(), 'arches76-dump', size);
  try {
    await importSource(url, context);
  } finally {
    await drop();
  }
}
