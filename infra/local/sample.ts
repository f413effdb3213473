import type { DataApi } from '../../lib/data-api/client.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import { settings } from '../../lib/settings.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { denyNodegroupsToGroup, setGroupDefaults } from '../cli/accounts/queries/groups.ts';
import { hasGraphs, readSetting, writeSetting } from '../cli/instance/queries/settings.ts';
import type { ImportContext } from '../cli/import/import-context.ts';
import { refreshImportedNames } from '../cli/import/refresh-imported-names.ts';
import { openImportReport } from '../cli/import/import-report.ts';
import { localOperator } from '../cli/operator.ts';
import { silentProgress } from '../cli/progress.ts';
import { restrictedNodegroups } from './sample/access.ts';
import { sampleMobileProjectsFile, samplePackageFolder } from './sample/paths.ts';
import { addSamplePictures } from './sample/pictures.ts';
import { addSampleViews } from './sample/spatial-views.ts';

const settingName = 'sample';

/** The language of the names in the template database with the sample. */
export const sampleTemplateLanguage = 'en-US';

/** Some sample data could not be loaded, which is a bug of this project. */
export class SampleIncomplete extends Error {
  readonly code = 'sample_incomplete';
}

/**
 * Loads the sample data into an empty instance, or continues an interrupted call. Guest may read the data, except for the
 * restricted nodegroups.
 * @returns whether data was loaded; false if the instance has other data, or the sample already
 */
export async function loadSample(dataApi: DataApi, language: string): Promise<boolean> {
  const state = await runQuery(dataApi.read, readSetting(settingName));
  const hasModels = await runQuery(dataApi.read, hasGraphs());
  if (state === 'loaded' || (hasModels && state !== 'loading')) return false;
  await dataApi.write(writeSetting(settingName, 'loading'));
  await importSample(dataApi, language);
  await addSampleViews(dataApi);
  await addSamplePictures(dataApi);
  await dataApi.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  await dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
  await dataApi.write(writeSetting(settingName, 'loaded'));
  return true;
}

async function importSample(dataApi: DataApi, language: string): Promise<void> {
  const report = openImportReport();
  const context: ImportContext = {
    dataApi,
    operator: localOperator(),
    progress: silentProgress,
    report,
    dryRun: false,
    strict: false,
    salvage: false,
    omitsActivity: false,
    openFileStore: () => openFileStore(settings()),
    language,
  };
  // Loaded on demand, because most starts import nothing.
  const { importPackage } = await import('../cli/import/package/import-package.ts');
  await importPackage(samplePackageFolder, context);
  await refreshImportedNames(context);
  const [group] = report.listGroups();
  if (group !== undefined)
    throw new SampleIncomplete(`${group.first.file}: ${group.first.message}`);
  await importSampleProjects(dataApi);
}

/** Imports the mobile projects of the sample. @throws SampleIncomplete */
export async function importSampleProjects(dataApi: DataApi): Promise<void> {
  const { importProjects } = await import('../cli/mobile-projects/import-projects.ts');
  const { readJsonRecords } = await import('../cli/import/json-file.ts');
  const results = await importProjects(dataApi, await readJsonRecords(sampleMobileProjectsFile));
  const [remark] = results.flatMap(({ name, remarks }) =>
    remarks.map((text) => `${name}: ${text}`),
  );
  if (remark !== undefined) throw new SampleIncomplete(remark);
}
