import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { latestFile } from '../../../lib/model/exports/export-format.ts';
import { runJob, type JobOutcome } from '../../../lib/exports/run-jobs.ts';
import { readFeatures } from '../../../lib/geojson/read-features.ts';
import { parsedFeatureQuery } from '../../../lib/http/geojson/feature-request.ts';
import type { ExportJob } from '../../queries/export-jobs.ts';
import type { Connection } from '../connection.ts';
import { theJob } from '../export-jobs/the-job.ts';
import { terminalProgress, type Progress } from '../progress.ts';
import { print, withConnection, type GlobalOptions } from '../run.ts';
import { counted } from '../words.ts';

/** A job was not done to its end. */
export class ExportJobBroken extends Error {
  readonly code = 'export_job_broken';
}

type RunOptions = GlobalOptions & { readonly anew?: boolean; readonly takeOver?: boolean };

/** `hds export-job run …` */
export function runJobCommand(): Command {
  return new Command('run')
    .description('make the file of a job now, from where it broke off the last time')
    .argument('<name>')
    .option('--anew', 'make it from its beginning, even if nothing has changed')
    .option('--take-over', 'do not wait for a process that is at it: it was killed')
    .action(async (name: string, _own: unknown, command: Command) => {
      const options = command.optsWithGlobals<RunOptions>();
      const progress = terminalProgress();
      try {
        await withConnection(options, async (connection) => {
          const job = await theJob(connection.service, name);
          print(await made(connection, job, options, progress));
        });
      } finally {
        progress.end();
      }
    });
}

async function made(
  connection: Connection,
  job: ExportJob,
  { anew: isAnew = false, takeOver: isForced = false }: RunOptions,
  progress: Progress,
): Promise<readonly string[]> {
  const place = connection.exports();
  const step = progress.begin('Features');
  let told = 0;
  const work = {
    ...place,
    data: connection.service,
    queryOf: (text: string) => parsedFeatureQuery(text, place.language),
    read: readFeatures,
    hasTime: () => true,
    onProgress: ({ features }: { readonly features: number }) => {
      step.advance(features - told);
      told = features;
    },
  };
  const wanted = { name: job.name, except: [], owner: randomUUID(), isForced, isAnew };
  const outcome = await runJob(work, wanted);
  if (outcome?.state === 'finished') step.done(`${outcome.features} written`);
  return said(outcome, job, place.store.place);
}

function said(outcome: JobOutcome | undefined, job: ExportJob, place: string): readonly string[] {
  const { name, format, leasedUntil } = job;
  if (outcome === undefined) {
    throw new ExportJobBroken(
      `Another process is at ${name}, or was killed: wait until ${leasedUntil ?? 'it is done'}, or take it over with --take-over.`,
    );
  }
  const { state, features, error } = outcome;
  const file = `${place}/${name}/${latestFile(format)}`;
  if (state === 'finished') return [`${counted(features, 'feature')} in ${file}`];
  if (state === 'skipped') return [`Nothing has changed since ${file} was made.`];
  const reason = error instanceof Error ? error.message : String(error);
  throw new ExportJobBroken(
    state === 'broken off' ? `${reason}\nRun it again to go on from there.` : reason,
    { cause: error },
  );
}
