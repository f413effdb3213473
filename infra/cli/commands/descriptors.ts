import { Option, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  markGraphsForDescriptorUpdate,
  countPendingMarks,
} from '../../../lib/queries/descriptors/name-marks.ts';
import { settings } from '../../../lib/settings.ts';
import { refreshNames } from '../../../lib/writing/dependent-names/refresh-names.ts';
import { CommandError } from '../command-error.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';

type RefreshOptions = { readonly graph?: string; readonly all?: boolean };

/** `hds descriptors …`: the names, descriptions and map texts of resource instances. */
export function descriptorsCommand(): Command {
  return defineCommandGroup(
    'descriptors',
    'the names, descriptions and map texts of resource instances',
    [
      withDatabaseAction(
        defineCommand('refresh', 'recompute the descriptors whose sources have changed')
          .addOption(
            new Option(
              '--graph <graph>',
              'recompute all descriptors of a graph, given by its id or slug',
            ).conflicts('all'),
          )
          .option('--all', 'recompute all descriptors of every graph'),
        ({ service }, options: RefreshOptions) => refreshDescriptors(service, options),
      ),
    ],
  );
}

async function refreshDescriptors(
  dataApi: DataApi,
  { graph, all }: RefreshOptions,
): Promise<readonly string[]> {
  if (graph !== undefined || all === true) {
    const markedGraphs = await runQuery(
      dataApi.write,
      markGraphsForDescriptorUpdate(graph ?? null),
    );
    if (markedGraphs === 0 && graph !== undefined) {
      const message = `There is no graph with the id or slug ${graph}: hds info lists them.`;
      throw new CommandError('unknown_graph', message);
    }
  }
  return withProgress(async (progress) => {
    const step = beginCountingStep(progress, 'Names');
    const { language } = settings();
    const result = await refreshNames(dataApi, { language, onProgress: step.advanceTo });
    step.done(`${result.computed} computed`);
    return [
      formatRefreshResult(result),
      ...(result.isComplete ? [] : [await formatPendingMarks(dataApi)]),
    ];
  });
}

/** Formats the result of a refresh as one line. */
export function formatRefreshResult(result: {
  readonly computed: number;
  readonly changed: number;
}): string {
  return `Resource instances: ${result.computed} recomputed, ${result.changed} changed`;
}

async function formatPendingMarks(dataApi: DataApi): Promise<string> {
  const counts = Object.values(await runQuery(dataApi.read, countPendingMarks()));
  const pending = counts.reduce((sum, count) => sum + count, 0);
  return `Marks still pending, because other processes are changing the same names: ${pending}. Run the command again.`;
}
