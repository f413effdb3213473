import { Command } from 'commander';

import { runNightly } from '../../../lib/schedule/nightly.ts';
import { settings } from '../../../lib/settings.ts';
import { filledViewsLine } from './spatial-views.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';

/** `hds nightly`: the work of the nightly schedule. */
export function nightlyCommand(): Command {
  return new Command('nightly')
    .description(
      'do now what the nightly schedule does: names follow what has changed, spatial views are filled',
    )
    .action(async (_own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async ({ service: data }) => {
        const { language } = settings();
        const done = await runNightly({ data, language, hasTime: () => true });
        const { computed, changed, batchesOfViews } = done;
        print([
          `Resource instances: ${computed} computed anew, ${changed} with other texts`,
          ...(batchesOfViews === 0 ? [] : [filledViewsLine(batchesOfViews)]),
        ]);
      });
    });
}
