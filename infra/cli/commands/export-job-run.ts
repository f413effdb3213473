import { randomUUID } from 'node:crypto';

import type { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { JobOutcome } from '../../../lib/exports/run-job.ts';
import type { ExportContext } from '../../../lib/exports/export-context.ts';
import { settings } from '../../../lib/settings.ts';
import { exportUnits, latestFileName } from '../../../lib/model/exports/export-format.ts';
import { listExportJobs, type ExportJob } from '../export-jobs/queries/export-jobs.ts';
import { CommandError } from '../command-error.ts';
import { formatLeftOutCount } from '../export/rdf/format-left-out-count.ts';
import type { Connection } from '../connection.ts';
import { beginCountingStep, withProgress } from '../progress.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { pluralize } from '../text.ts';
import { requireExportJob } from '../unknown-name-errors.ts';

type RunOptions = { readonly due?: boolean; readonly anew?: boolean; readonly takeOver?: boolean };

/** `hds export-job run …`. It loads what runs jobs when it runs, so that other commands start sooner. */
export function runJobCommand(): Command {
  return withDatabaseAction(
    defineCommand('run', 'run a job now; an interrupted run is continued')
      .argument('[name]')
      .option('--due', 'run all jobs that are due: for cron')
      .option('--anew', 'write the file from the beginning, even if nothing has changed')
      .option('--take-over', 'take over from a process that was killed, without waiting for it')
      .hook('preAction', (subcommand) => {
        const { due = false, anew = false, takeOver = false } = subcommand.opts<RunOptions>();
        const hasName = subcommand.args.length > 0;
        if (hasName === due || (due && (anew || takeOver))) {
          subcommand.error('Give the name of a job, or --due alone.');
        }
      }),
    (connection, name: string | undefined, options: RunOptions) =>
      name === undefined ? runAllDueJobs(connection) : runOneJob(connection, name, options),
  );
}

async function createExportContext(connection: Connection): Promise<ExportContext> {
  const { readFeatures } = await import('../../../lib/geojson/matching-features.ts');
  const { createStoredQueryReader } = await import('../../../lib/http/geojson/stored-query.ts');
  const target = connection.openExportTarget();
  return {
    ...target,
    dataApi: connection.service,
    readQuery: createStoredQueryReader(settings()),
    readFeatures,
    hasTimeLeft: () => true,
  };
}

const runFailedError = (message: string, options?: ErrorOptions): CommandError =>
  new CommandError('export_job_broken', message, options);

/** Runs all due jobs. An interrupted job is continued until it is finished or has failed too often. */
async function runAllDueJobs(connection: Connection): Promise<readonly string[]> {
  const { runDueJobs } = await import('../../../lib/exports/run-due-jobs.ts');
  const context = await createExportContext(connection);
  const owner = randomUUID();
  let finished = 0;
  let skipped = 0;
  for (let isDone = false; !isDone;) {
    const result = await runDueJobs(context, owner);
    ({ isDone } = result);
    finished += result.finished;
    skipped += result.skipped;
  }
  const summary = `${pluralize(finished, 'file')} written, ${skipped} unchanged`;
  const jobs = await runQuery(connection.service.read, listExportJobs(null));
  const errors = jobs.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));
  if (errors.length > 0) throw runFailedError([`${summary}. These failed:`, ...errors].join('\n'));
  return [summary];
}

const stepLabels = { feature: 'Features', 'resource instance': 'Resource instances' } as const;

async function runOneJob(
  connection: Connection,
  name: string,
  { takeOver = false, anew = false }: RunOptions,
): Promise<readonly string[]> {
  const job = await requireExportJob(connection.service, name);
  const { runJob } = await import('../../../lib/exports/run-job.ts');
  const context = await createExportContext(connection);
  return withProgress(async (progress) => {
    const step = beginCountingStep(progress, stepLabels[exportUnits[job.format]]);
    const outcome = await runJob(
      { ...context, onProgress: ({ features }) => step.advanceTo(features) },
      { name, ignoredIds: [], owner: randomUUID(), isForced: takeOver, mustStartAgain: anew },
    );
    if (outcome?.state === 'finished') step.done(`${outcome.features} written`);
    return [formatSuccessOrThrow(outcome, job, context.store.location)];
  });
}

/** Formats the result of a successful run. @throws CommandError for any other outcome */
function formatSuccessOrThrow(
  outcome: JobOutcome | undefined,
  job: ExportJob,
  location: string,
): string {
  const { name, format, leasedUntil } = job;
  if (outcome === undefined) {
    throw runFailedError(
      `Another process works on ${name}: wait until ${leasedUntil ?? 'it is done'}. If that process was killed, add --take-over.`,
    );
  }
  const { state, features, leftOut, error } = outcome;
  const file = `${location}/${name}/${latestFileName(format)}`;
  if (state === 'finished') {
    const summary = `${pluralize(features, exportUnits[format])} in ${file}`;
    return [summary, ...formatLeftOutCount(leftOut)].join('; ');
  }
  if (state === 'skipped') return `Nothing has changed since ${file} was written.`;
  const reason = error instanceof Error ? error.message : String(error);
  const isResumable = state === 'broken off';
  throw runFailedError(
    isResumable ? `${reason}\nRun the command again to continue from there.` : reason,
    {
      cause: error,
    },
  );
}
