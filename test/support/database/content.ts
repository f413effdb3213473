import { globSync } from 'node:fs';

import type { ImportContext } from '../../../infra/cli/import/context.ts';
import { importPackage } from '../../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { startDataApi } from '../../../infra/local/data-api/server.ts';
import type { Database } from '../../../infra/local/database/database.ts';
import { importSampleProjects } from '../../../infra/local/sample.ts';
import { samplePackage } from '../../../infra/local/sample/package-folder.ts';
import { bringUpToDate } from '../../../infra/schema/bring-up-to-date.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { testClient } from '../data-api-client.ts';
import { importContext } from '../import-context.ts';
import { testData } from '../test-data.ts';

/**
 * What a database of a test begins with: roles and PostGIS (`bare`), the schema (`empty`), and in it the sample, or the demo
 * package of the real data with its exported resource instances.
 */
export type Content = 'bare' | 'empty' | 'sample' | 'v5demo';

/** What each content is made from: a database with another content. */
export const madeFrom: Readonly<Record<Exclude<Content, 'bare'>, Content>> = {
  empty: 'bare',
  sample: 'empty',
  v5demo: 'empty',
};

/** Makes a content in a database that has another one, which it is made from. */
export async function fill(database: Database, content: Content, has: Content): Promise<void> {
  if (content === 'bare' || content === has) return;
  await fill(database, madeFrom[content], has);
  const emulator = await startDataApi({ database });
  const work: Readonly<Record<typeof content, () => Promise<unknown>>> = {
    empty: () => bringUpToDate(testClient(emulator.url, 'owner')),
    sample: () => importSample(testClient(emulator.url, 'service')),
    v5demo: () => importDemo(importContext(testClient(emulator.url, 'service'))),
  };
  try {
    await work[content]();
  } finally {
    await emulator.close();
  }
}

async function importSample(data: DataApi): Promise<void> {
  await importPackage(samplePackage, importContext(data));
  await importSampleProjects(data);
}

async function importDemo(context: ImportContext): Promise<void> {
  const folder = testData('v5demo');
  if (folder === undefined) throw new Error('v5demo is not there. Set HDS_TEST_DATA.');
  await importPackage(`${folder}/pkg`, context);
  await importResources(globSync(`${folder}/exported/*`).toSorted(), context);
}
