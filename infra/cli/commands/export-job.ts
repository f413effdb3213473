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
  deleteFinishedRuns,
  type ExportJob,
} from '../export-jobs/queries/export-jobs.ts';
import { anonymousName } from '../accounts/account-names.ts';
import type { Connection } from '../connection.ts';
import {
  addJobOptions,
  jobRefusedError,
  readJobOptions,
  type JobOptions,
} from '../export-jobs/job-options.ts';
import { formatLeftOutCount } from '../export/rdf/format-left-out-count.ts';
import {
  defineCommand,
  defineCommandGroup,
  defineListCommand,
  withDatabaseAction,
} from '../run-command.ts';
import { indentLines, joinWords, formatPrincipals, pluralize } from '../text.ts';
import { requireExportJob } from '../unknown-name-errors.ts';
import { runJobCommand } from './export-job-run.ts';

type EditOptions = JobOptions & { readonly forAdministrators?: true };

/** `hds export-job …`: jobs that write files of features or RDF on a schedule. */
export function exportJobCommand(): Command {
  return defineCommandGroup(
    'export-job',
    'jobs that write files of features or RDF on a schedule',
    [
      defineListCommand(
        'all jobs, with the result of their last run',
        () => listExportJobs(null),
        formatJob,
        'There are no export jobs: hds export-job create NAME',
      ),
      withDatabaseAction(
        defineCommand('show', 'a job with all its details').argument('<name>'),
        async ({ service }, name: string) =>
          formatJobDetails(await requireExportJob(service, name)),
      ),
      withDatabaseAction(
        addJobOptions(
          defineCommand('create', 'create a job').argument(
            '<name>',
            'the name of the job: lower-case letters, digits, - and _',
          ),
        ),
        createJob,
      ),
      withDatabaseAction(
        addJobOptions(
          defineCommand(
            'edit',
            'change a job; options that are not given keep their values',
          ).argument('<name>'),
        ).option('--for-administrators', 'let only administrators fetch the files'),
        editJob,
      ),
      withDatabaseAction(
        defineCommand(
          'delete',
          'delete a job; its files stay in the store, but the service no longer lists them',
        ).argument('<name>'),
        deleteJob,
      ),
      runJobCommand(),
    ],
  );
}

function formatJob(job: ExportJob): string {
  return `${job.name}: ${[
    `${job.format}, every ${formatFrequency(job.everyHours)}`,
    `as ${job.runsAs ?? anonymousName}`,
    ...describeState(job),
  ].join('; ')}`;
}

function describeState({ format, last, current, error, dueAt }: ExportJob): readonly string[] {
  const unit = exportUnits[format];
  return [
    last === null
      ? 'not written yet'
      : [
          `written ${last.endedAt}`,
          pluralize(last.features, unit),
          ...formatLeftOutCount(last.leftOut),
          pluralize(last.bytes, 'byte'),
        ].join(', '),
    ...(current === null ? [] : [`running: ${pluralize(current.features, unit)} so far`]),
    `due ${dueAt}`,
    ...(error === null ? [] : [`failed the last time: ${error}`]),
  ];
}

function formatJobDetails(job: ExportJob): readonly string[] {
  const { skippedAt, leasedUntil } = job;
  const facts = [
    `query: ${job.query === '' ? `all ${exportUnits[job.format]}s` : job.query}`,
    `format: ${job.format}`,
    `every: ${formatFrequency(job.everyHours)}`,
    `as: ${job.runsAs ?? anonymousName}`,
    `for: ${joinWords(formatPrincipals(job), 'administrators')}`,
    ...describeState(job),
    ...(job.last === null ? [] : [`file: ${job.name}/${job.last.fileName}`]),
    ...(skippedAt === null ? [] : [`unchanged ${skippedAt}`]),
    ...(leasedUntil === null
      ? []
      : [`a process works on it, or was killed while doing so: others wait until ${leasedUntil}`]),
  ];
  return [job.name, ...indentLines(facts)];
}

async function createJob(
  { service: dataApi }: Connection,
  name: string,
  options: JobOptions,
): Promise<readonly string[]> {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
    throw jobRefusedError(
      `${JSON.stringify(name)} is not a name for a job: use at most 64 lower-case letters, digits, - and _.`,
    );
  }
  const job = await readJobOptions(dataApi, options);
  if ((await runQuery(dataApi.write, createExportJob(name, job))) === undefined) {
    throw jobRefusedError(`There is an export job ${name} already: hds export-job edit ${name}`);
  }
  return [
    `Export job ${name} was created; it is due at once.`,
    `To write the file now: hds export-job run ${name}`,
  ];
}

const formerFilesText =
  'Its earlier files are no longer listed, but stay in the store. The file "latest" keeps its former content until the next run.';

async function editJob(
  { service: dataApi }: Connection,
  name: string,
  options: EditOptions,
): Promise<readonly string[]> {
  const { forAccount, forGroup, forAdministrators } = options;
  const { accounts, groups, last, ...storedDetails } = await requireExportJob(dataApi, name);
  // Options that name readers replace all stored readers.
  const replacesReaders = [forAccount, forGroup, forAdministrators].some(
    (option) => option !== undefined,
  );
  const readers = replacesReaders ? { accounts: [], groups: [] } : { accounts, groups };
  const job = await readJobOptions(dataApi, options, { ...storedDetails, readers });
  const changesFile =
    job.query !== storedDetails.query ||
    job.format !== storedDetails.format ||
    job.runsAs !== storedDetails.runsAs;
  await dataApi.transaction(async ({ execute }) => {
    await runQuery(execute, updateExportJob(name, job, changesFile));
    if (changesFile) await execute(deleteFinishedRuns(name));
    await execute(addExportReaders(name, job.readers));
  });
  return [
    `Export job ${name} was changed.`,
    ...(changesFile ? ['The content of its file changes, so it is due at once.'] : []),
    ...(changesFile && last !== null ? [formerFilesText] : []),
  ];
}

async function deleteJob(connection: Connection, name: string): Promise<readonly string[]> {
  const { current } = await requireExportJob(connection.service, name);
  const { store } = connection.openExportTarget();
  await runQuery(connection.service.write, deleteExportJob(name));
  if (current !== null) {
    await store.abortUpload({ key: `${name}/${current.fileName}`, id: current.uploadId });
  }
  return [`Export job ${name} was deleted. Its files are still in ${store.location}/${name}.`];
}
