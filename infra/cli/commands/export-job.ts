import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { formatFrequency } from '../../../lib/model/exports/frequency.ts';
import { listExportJobs, type ExportJob } from '../../queries/export-jobs.ts';
import { anonymousName } from '../account-names.ts';
import { findExportJob } from '../export-jobs/find-export-job.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { pluralize } from '../text.ts';
import { changeJobCommand } from './export-job-change.ts';
import { createJobCommand } from './export-job-create.ts';
import { deleteJobCommand } from './export-job-delete.ts';
import { runJobCommand } from './export-job-run.ts';

/** `hds export-job …`: files of features that are made again and again. */
export function exportJobCommand(): Command {
  return new Command('export-job')
    .description('files of features that are made again and again')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(createJobCommand())
    .addCommand(changeJobCommand())
    .addCommand(deleteJobCommand())
    .addCommand(runJobCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('all jobs, with what they did last')
    .action(async (_own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const lines = (await runQuery(data.read, listExportJobs(null))).map(line);
        print(
          lines.length === 0 ? ['There are no export jobs: hds export-job create NAME'] : lines,
        );
      });
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('one job, with all that is known of it')
    .argument('<name>')
    .action(async (name: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => print(details(await findExportJob(data, name))));
    });
}

function line(job: ExportJob): string {
  return `${job.name}: ${[
    `${job.format}, every ${formatFrequency(job.everyHours)}`,
    `as ${job.runsAs ?? anonymousName}`,
    ...state(job),
  ].join('; ')}`;
}

function state({ last, current, error, dueAt }: ExportJob): readonly string[] {
  return [
    last === null
      ? 'not made yet'
      : `made ${last.endedAt}, ${pluralize(last.features, 'feature')}, ${pluralize(last.bytes, 'byte')}`,
    ...(current === null ? [] : [`under way with ${pluralize(current.features, 'feature')}`]),
    `due ${dueAt}`,
    ...(error === null ? [] : [`went wrong the last time: ${error}`]),
  ];
}

function details(job: ExportJob): readonly string[] {
  const { accounts, groups, skippedAt, leasedUntil } = job;
  const readers = [
    ...accounts.map((name) => `account ${name}`),
    ...groups.map((name) => `group ${name}`),
  ];
  return [
    job.name,
    `  query: ${job.query === '' ? 'all features' : job.query}`,
    `  format: ${job.format}`,
    `  every: ${formatFrequency(job.everyHours)}`,
    `  as: ${job.runsAs ?? anonymousName}`,
    `  for: ${readers.length === 0 ? 'administrators' : readers.join(', ')}`,
    ...state(job).map((text) => `  ${text}`),
    ...(job.last === null ? [] : [`  file: ${job.name}/${job.last.fileName}`]),
    ...(skippedAt === null ? [] : [`  found unchanged ${skippedAt}`]),
    ...(leasedUntil === null
      ? []
      : [`  a process is at it, or was killed: others wait until ${leasedUntil}`]),
  ];
}
