import type { Command } from 'commander';

import { runNightlyJob } from '../../../lib/schedule/nightly.ts';
import { settings } from '../../../lib/settings.ts';
import { command, withDatabaseAction } from '../run-command.ts';
import { refreshedLine } from './descriptors.ts';
import { filledViewsLine } from './spatial-views.ts';

/** `hds nightly`: the work of the nightly schedule. */
export function nightlyCommand(): Command {
  return withDatabaseAction(
    command(
      'nightly',
      'do now what the nightly schedule does: refresh names that depend on changes, fill spatial views',
    ),
    async ({ service: dataApi }) => {
      const { language } = settings();
      const result = await runNightlyJob({ dataApi, language, hasTimeLeft: () => true });
      return [
        refreshedLine(result),
        ...(result.batchesOfViews === 0 ? [] : [filledViewsLine(result.batchesOfViews)]),
      ];
    },
  );
}
