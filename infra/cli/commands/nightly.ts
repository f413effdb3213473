import type { Command } from 'commander';

import { runNightlyJob } from '../../../lib/schedule/nightly.ts';
import { settings } from '../../../lib/settings.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { formatRefreshResult } from './descriptors.ts';
import { formatFilledViews } from './spatial-views.ts';

/** `hds nightly`: runs the nightly job now. */
export function nightlyCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'nightly',
      'run the nightly job now: refresh names that depend on changes, fill spatial views',
    ),
    async ({ service: dataApi }) => {
      const { language } = settings();
      const result = await runNightlyJob({ dataApi, language, hasTimeLeft: () => true });
      return [
        formatRefreshResult(result),
        ...(result.batchesOfViews === 0 ? [] : [formatFilledViews(result.batchesOfViews)]),
      ];
    },
  );
}
