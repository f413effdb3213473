import { Command } from 'commander';

import { fillViews } from '../../../lib/writing/spatial-views/fill-views.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';
import { pluralize } from '../text.ts';

/** `hds spatial-views …`: the views that GIS desktops read. */
export function spatialViewsCommand(): Command {
  return new Command('spatial-views').description('the views that GIS desktops read').addCommand(
    new Command('fill')
      .description('fill those that were too large for the request that made them')
      .action(async (_own: unknown, command: Command) => {
        await withConnection(command.optsWithGlobals<GlobalOptions>(), async ({ service }) => {
          const { batches } = await fillViews(service);
          print([filledViewsLine(batches)]);
        });
      }),
  );
}

/** What is told of spatial views that were filled. */
export function filledViewsLine(batches: number): string {
  return `Spatial views: all are filled, ${pluralize(batches, 'batch')} of rows written`;
}
