import { Command, Option } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  markGraphsForRenaming,
  countPendingMarks,
} from '../../../lib/queries/descriptors/name-marks.ts';
import { settings } from '../../../lib/settings.ts';
import { refreshNames } from '../../../lib/writing/dependent-names/refresh-names.ts';
import { terminalProgress, type Progress } from '../progress.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';

type RefreshOptions = GlobalOptions & { readonly graph?: string; readonly all?: boolean };

/** There is no graph of the id or slug that was given. */
export class UnknownGraphToRefresh extends Error {
  readonly code = 'unknown_graph';
}

/** `hds descriptors …`: the names, descriptions and map texts of resource instances. */
export function descriptorsCommand(): Command {
  return new Command('descriptors')
    .description('the names, descriptions and map texts of resource instances')
    .addCommand(
      new Command('refresh')
        .description('have those follow that are made of something that has changed')
        .addOption(
          new Option('--graph <graph>', 'first mark all of one graph: its id or slug').conflicts(
            'all',
          ),
        )
        .option('--all', 'first mark all of every graph')
        .action(async (_own: unknown, command: Command) => {
          const options = command.optsWithGlobals<RefreshOptions>();
          const progress = terminalProgress();
          try {
            await withConnection(options, async ({ service }) => {
              print(await refresh(service, settings().language, options, progress));
            });
          } finally {
            progress.end();
          }
        }),
    );
}

async function refresh(
  data: DataApi,
  language: string,
  { graph, all }: RefreshOptions,
  progress: Progress,
): Promise<readonly string[]> {
  if (graph !== undefined || all === true) {
    const marked = await runQuery(data.write, markGraphsForRenaming(graph ?? null));
    if (marked === 0 && graph !== undefined)
      throw new UnknownGraphToRefresh(
        `There is no graph with the id or slug ${graph}: hds info lists them.`,
      );
  }
  const step = progress.begin('Names');
  let told = 0;
  const refreshed = await refreshNames(data, {
    language,
    onProgress: (computed) => {
      step.advance(computed - told);
      told = computed;
    },
  });
  step.done(`${refreshed.computed} computed`);
  return [
    `Resource instances: ${refreshed.computed} computed anew, ${refreshed.changed} with other texts`,
    ...(refreshed.isComplete ? [] : [await leftOver(data)]),
  ];
}

async function leftOver(data: DataApi): Promise<string> {
  const marks = Object.values(await runQuery(data.read, countPendingMarks()));
  const waiting = marks.reduce((sum, one) => sum + one, 0);
  return `Marks that still wait, because others change what they are about: ${waiting}. Run it again.`;
}
