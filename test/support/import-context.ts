import type { ImportContext } from '../../infra/cli/import/context.ts';
import { openReport } from '../../infra/cli/import/report.ts';
import { silentProgress } from '../../infra/cli/progress.ts';
import type { DataApi } from '../../lib/data-api/client.ts';

/** What the importers work with in a test: a report of its own, and nothing on the terminal. */
export function importContext(data: DataApi): ImportContext {
  return {
    data,
    progress: silentProgress,
    report: openReport(),
    dryRun: false,
    strict: false,
    salvage: false,
    leavesNoActivity: false,
    language: 'en-US',
  };
}
