import type { Command } from 'commander';

import { fillViews } from '../../../lib/writing/spatial-views/fill-views.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';
import { pluralize } from '../text.ts';

/** `hds spatial-views …`: the views that GIS desktops read. */
export function spatialViewsCommand(): Command {
  return defineCommandGroup('spatial-views', 'the views that GIS desktops read', [
    withDatabaseAction(
      defineCommand(
        'fill',
        'fill the views that were too large to be filled by the request that created them',
      ),
      async ({ service }) => [formatFilledViews((await fillViews(service)).batches)],
    ),
  ]);
}

/** Formats the result of filling spatial views as one line. */
export function formatFilledViews(batches: number): string {
  return `Spatial views: all are filled, ${pluralize(batches, 'batch', 'batches')} of rows written`;
}
