import type { ImportContext } from '../../infra/cli/import/import-context.ts';
import { openImportReport } from '../../infra/cli/import/import-report.ts';
import { localOperator } from '../../infra/cli/operator.ts';
import { silentProgress } from '../../infra/cli/progress.ts';
import type { DataApi } from '../../lib/data-api/client.ts';

/** For tests without files. @throws Error if one has files */
export function openNoFileStore(): never {
  throw new Error('Give this test a store for files.');
}

/** The context of importers in a test, with its own report and without output. */
export function createImportContext(dataApi: DataApi): ImportContext {
  return {
    dataApi,
    operator: localOperator(),
    progress: silentProgress,
    report: openImportReport(),
    dryRun: false,
    strict: false,
    salvage: false,
    omitsActivity: false,
    openFileStore: openNoFileStore,
    language: 'en-US',
  };
}
