import type { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { exportUnits } from '../../../lib/model/exports/export-format.ts';
import { formatFrequency } from '../../../lib/model/exports/frequency.ts';
import {
  addExportReaders,
  createExportJob,
  deleteExportJob,
  listExportJobs,
  updateExportJob,
  withdrawFiles,
  type ExportJob,
} from '../../queries/export-jobs.ts';
import { anonymousName } from '../account-names.ts';
import type { Connection } from '../connection.ts';
import {
  addJobOptions,
  jobRefusedError,
  readJobOptions,
  type JobOptions,
} from '../export-jobs/job-options.ts';
import { leftOutTexts } from '../export/rdf/left-out-texts.ts';
import { command, commandGroup, listCommand, withDatabaseAction } from '../run-command.ts';
import { indentLines, joinWords, namePrincipals, pluralize } from '../text.ts';
import { requireExportJob } from '../unknown-name-errors.ts';
import { runJobCommand } from './export-job-run.ts';

type EditOptions = JobOptions & { readonly forAdministrators?: true };

/** `hds export-job …`: files of features or RDF that are made regularly. */
export function exportJobCommand(): Command {
  return commandGroup('export-job', 'files of features or RDF that are made regularly', [
    listCommand(
      'all jobs, with what they did last',
      () => listExportJobs(null),
      jobLine,
      'There are no export jobs: hds export-job create NAME',
    ),
    withDatabaseAction(
      command('show', 'one job, in full').argument('<name>'),
      async ({ service }, name: string) => jobLines(await requireExportJob(service, name)),
    ),
    withDatabaseAction(
      addJobOptions(
        command('create', 'have a file of features or RDF made regularly').argument(
          '<name>',
          'what it is called: lower-case letters, digits, - and _',
        ),
      ),
      createJob,
    ),
    withDatabaseAction(
      addJobOptions(
        command('edit', 'change what a job does; what is not given stays as it is').argument(
          '<name>',
        ),
      ).option('--for-administrators', 'let administrators fetch it, and nobody else'),
      editJob,
    ),
    withDatabaseAction(
      command(
        'delete',
        'delete a job; its files stay where they are, and the service no longer lists them',
      ).argument('<name>'),
      deleteJob,
    ),
    runJobCommand(),
  ]);
}

function jobLine(job: ExportJob): string {
  return `${job.name}: ${[
    `${job.format}, every ${formatFrequency(job.everyHours)}`,
    `as ${job.runsAs ?? anonymousName}`,
    ...stateTexts(job),
  ].join('; ')}`;
}

function stateTexts({ format, last, current, error, dueAt }: ExportJob): readonly string[] {
  const unit = exportUnits[format];
  return [
    last === null
      ? 'not made yet'
      : [
          `made ${last.endedAt}`,
          pluralize(last.features, unit),
          ...leftOutTexts(last.leftOut),
          pluralize(last.bytes, 'byte'),
        ].join(', '),
    ...(current === null ? [] : [`under way with ${pluralize(current.features, unit)}`]),
    `due ${dueAt}`,
    ...(error === null ? [] : [`failed the last time: ${error}`]),
  ];
}

function jobLines(job: ExportJob): readonly string[] {
  const { skippedAt, leasedUntil } = job;
  const facts = [
    `query: ${job.query === '' ? `all ${exportUnits[job.format]}s` : job.query}`,
    `format: ${job.format}`,
    `every: ${formatFrequency(job.everyHours)}`,
    `as: ${job.runsAs ?? anonymousName}`,
    `for: ${joinWords(namePrincipals(job), 'administrators')}`,
    ...stateTexts(job),
    ...(job.last === null ? [] : [`file: ${job.name}/${job.last.fileName}`]),
    ...(skippedAt === null ? [] : [`unchanged ${skippedAt}`]),
    ...(leasedUntil === null
      ? []
      : [`a process works on it, or was killed: others wait until ${leasedUntil}`]),
  ];
  return [job.name, ...indentLines(facts)];
}

async function createJob(
  { service: data }: Connection,
  name: string,
  options: JobOptions,
): Promise<readonly string[]> {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
    throw jobRefusedError(
      `${JSON.stringify(name)} is not a name for a job: lower-case letters, digits, - and _, 64 at most.`,
    );
  }
  const job = await readJobOptions(data, options);
  if ((await runQuery(data.write, createExportJob(name, job))) === undefined) {
    throw jobRefusedError(`There is an export job ${name} already: hds export-job edit ${name}`);
  }
  return [
    `Export job ${name} was made; it is due at once.`,
    `To make the file now: hds export-job run ${name}`,
  ];
}

const formerFilesText =
  'Its earlier files are no longer offered, but stay in the store with the former content; so does latest until the next run.';

async function editJob(
  { service: data }: Connection,
  name: string,
  options: EditOptions,
): Promise<readonly string[]> {
  const { forAccount, forGroup, forAdministrators } = options;
  const { accounts, groups, last, ...stored } = await requireExportJob(data, name);
  // Options that name readers replace all stored readers.
  const replacesReaders = [forAccount, forGroup, forAdministrators].some((to) => to !== undefined);
  const readers = replacesReaders ? { accounts: [], groups: [] } : { accounts, groups };
  const job = await readJobOptions(data, options, { ...stored, readers });
  const changesFile =
    job.query !== stored.query || job.format !== stored.format || job.runsAs !== stored.runsAs;
  await data.transaction(async ({ execute }) => {
    await runQuery(execute, updateExportJob(name, job, changesFile));
    if (changesFile) await execute(withdrawFiles(name));
    await execute(addExportReaders(name, job.readers));
  });
  return [
    `Export job ${name} was changed.`,
    ...(changesFile ? ['It writes another file now, and is due at once.'] : []),
    ...(changesFile && last !== null ? [formerFilesText] : []),
  ];
}

async function deleteJob(
  { service: data, exports }: Connection,
  name: string,
): Promise<readonly string[]> {
  const { current } = await requireExportJob(data, name);
  const { store } = exports();
  await runQuery(data.write, deleteExportJob(name));
  if (current !== null) {
    await store.abortUpload({ key: `${name}/${current.fileName}`, id: current.uploadId });
  }
  return [`Export job ${name} was deleted. Its files are still in ${store.location}/${name}.`];
}
