import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { importPackage } from '../../infra/cli/import/package/import-package.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import type { ImportContext } from '../../infra/cli/import/import-context.ts';
import { openImportReport } from '../../infra/cli/import/import-report.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import { settings } from '../../lib/settings.ts';
import { localOperator } from '../../infra/cli/operator.ts';
import { silentProgress } from '../../infra/cli/progress.ts';
import { samplePackageFolder } from '../../infra/local/sample/paths.ts';
import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import type { TestStack } from '../support/stack.ts';
import { findTestData } from '../support/test-data.ts';

/** The data of the benches: a package folder, and business data files. */
export type BenchData = {
  readonly name: string;
  readonly packageFolder: string;
  readonly files: readonly string[];
};

/** The demo package of HDS_TEST_DATA, or the sample if that is not set. */
export async function findBenchData(): Promise<BenchData> {
  const packageFolder = findTestData('v5demo/pkg');
  const exported = findTestData('v5demo/exported');
  if (packageFolder === undefined || exported === undefined) {
    return { name: 'sample', packageFolder: samplePackageFolder, files: [] };
  }
  const names = await readdir(exported);
  return { name: 'v5demo', packageFolder, files: names.map((name) => path.join(exported, name)) };
}

/** Creates the import context of benches, which prints nothing and is not strict. */
export function createBenchImportContext(stack: Pick<TestStack, 'dataApi'>): ImportContext {
  return {
    dataApi: stack.dataApi,
    operator: localOperator(),
    progress: silentProgress,
    report: openImportReport(),
    dryRun: false,
    strict: false,
    salvage: false,
    omitsActivity: false,
    openFileStore: () => openFileStore(settings()),
    language: 'en-US',
  };
}

/** Imports the data and lets Guest read it. @returns the duration and the numbers of the import of the resource instances alone */
export async function importBenchData(
  stack: Pick<TestStack, 'dataApi'>,
  data: BenchData,
): Promise<{
  readonly milliseconds: number;
  readonly resources: number;
  readonly tiles: number;
}> {
  const context = createBenchImportContext(stack);
  const start = performance.now();
  const importedPackage = await importPackage(data.packageFolder, context, 'merge', 'json');
  const filesStart = performance.now();
  const importedResources =
    data.files.length > 0 ? await importResources(data.files, context) : importedPackage.resources;
  const end = performance.now();
  await stack.dataApi.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  return {
    milliseconds: end - (data.files.length > 0 ? filesStart : start),
    resources: importedResources.created,
    tiles: importedResources.tilesCreated,
  };
}

/** Imports the sample, which changes nothing if it is already imported. */
export async function addSample(stack: Pick<TestStack, 'dataApi'>): Promise<void> {
  await importPackage(samplePackageFolder, createBenchImportContext(stack));
}
