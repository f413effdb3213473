import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { latestFileName } from '../../../lib/model/exports/export-format.ts';
import { runJob, type JobOutcome } from '../../../lib/exports/run-job.ts';
import { runDueJobs } from '../../../lib/exports/run-due-jobs.ts';
import type { ExportContext } from '../../../lib/exports/export-context.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { readFeatures } from '../../../lib/geojson/read-features.ts';
import { parseFeatureQuery } from '../../../lib/http/geojson/feature-request.ts';
import { listExportJobs, type ExportJob } from '../../queries/export-jobs.ts';
import type { Connection } from '../connection.ts';
import { findExportJob } from '../export-jobs/find-export-job.ts';
import { terminalProgress } from '../progress.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';
import { pluralize } from '../text.ts';

/** A job was not done to its end. */
export class ExportJobBroken extends Error {
  readonly code = 'export_job_broken';
}

type RunOptions = GlobalOptions & {
  readonly due?: boolean;
  readonly anew?: boolean;
  readonly takeOver?: boolean;
};

/** `hds export-job run …` */
export function runJobCommand(): Command {
  return new Command('run')
    .description('make the file of a job now, from where it broke off the last time')
    .argument('[name]')
    .option('--due', 'make the files of all jobs that are due: for cron')
    .option('--anew', 'make it from its beginning, even if nothing has changed')
    .option('--take-over', 'do not wait for a process that is at it: it was killed')
    .action(async (name: string | undefined, _own: unknown, command: Command) => {
      const options = command.optsWithGlobals<RunOptions>();
      const { due: isDue = false, anew: isAnew = false, takeOver: isForced = false } = options;
      if ((name === undefined) !== isDue || (isDue && (isAnew || isForced))) {
        command.error('Give the name of a job, or --due alone.');
      }
      await withConnection(options, async (connection) => {
        if (name === undefined) print(await allDue(connection));
        else print(await one(connection, name, { isForced, isAnew }));
      });
    });
}

function exportWork(connection: Connection): ExportContext {
  const place = connection.exports();
  return {
    ...place,
    data: connection.service,
    parseQuery: (text) => parseFeatureQuery(text, place.language),
    readFeatures,
    hasTime: () => true,
  };
}

/** A job that broke off is tried again, until it is done or given up. */
async function allDue(connection: Connection): Promise<readonly string[]> {
  const work = exportWork(connection);
  const owner = randomUUID();
  let finished = 0;
  let skipped = 0;
  for (let isDone = false; !isDone;) {
    const done = await runDueJobs(work, owner);
    ({ isDone } = done);
    finished += done.finished;
    skipped += done.skipped;
  }
  const summary = `${pluralize(finished, 'file')} made, ${skipped} as before`;
  const jobs = await runQuery(connection.service.read, listExportJobs(null));
  const broken = jobs.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));
  if (broken.length > 0) {
    throw new ExportJobBroken([`${summary}. What went wrong:`, ...broken].join('\n'));
  }
  return [summary];
}

async function one(
  connection: Connection,
  name: string,
  how: { readonly isForced: boolean; readonly isAnew: boolean },
): Promise<readonly string[]> {
  const job = await findExportJob(connection.service, name);
  const work = exportWork(connection);
  const progress = terminalProgress();
  try {
    const step = progress.begin('Features');
    let told = 0;
    const onProgress: ExportContext['onProgress'] = ({ features }) => {
      step.advance(features - told);
      told = features;
    };
    const wanted = { name, except: [], owner: randomUUID(), ...how };
    const outcome = await runJob({ ...work, onProgress }, wanted);
    if (outcome?.state === 'finished') step.done(`${outcome.features} written`);
    return said(outcome, job, work.store.location);
  } finally {
    progress.end();
  }
}

function said(outcome: JobOutcome | undefined, job: ExportJob, place: string): readonly string[] {
  const { name, format, leasedUntil } = job;
  if (outcome === undefined) {
    throw new ExportJobBroken(
      `Another process is at ${name}, or was killed: wait until ${leasedUntil ?? 'it is done'}, or take it over with --take-over.`,
    );
  }
  const { state, features, error } = outcome;
  const file = `${place}/${name}/${latestFileName(format)}`;
  if (state === 'finished') return [`${pluralize(features, 'feature')} in ${file}`];
  if (state === 'skipped') return [`Nothing has changed since ${file} was made.`];
  const reason = error instanceof Error ? error.message : String(error);
  throw new ExportJobBroken(
    state === 'broken off' ? `${reason}\nRun it again to go on from there.` : reason,
    { cause: error },
  );
}
