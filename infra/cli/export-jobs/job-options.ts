import { Option, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { InvalidInput } from '../../../lib/errors.ts';
import { createStoredQueryReader } from '../../../lib/http/geojson/stored-query.ts';
import { exportFormats, type ExportFormat } from '../../../lib/model/exports/export-format.ts';
import { parseFrequency } from '../../../lib/model/exports/frequency.ts';
import { settings } from '../../../lib/settings.ts';
import { findAccount } from '../accounts/queries/accounts.ts';
import type { ExportJobDetails } from './queries/export-jobs.ts';
import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import { collectValues } from '../collect-values.ts';
import { CommandError } from '../command-error.ts';
import { findUnknownGroupsError, accountNotFoundError } from '../unknown-name-errors.ts';

/** The options that describe a job; undefined for options that are not given. */
export type JobOptions = {
  readonly query?: string;
  readonly format?: ExportFormat;
  readonly every?: string;
  readonly as?: string;
  readonly forAccount?: readonly string[];
  readonly forGroup?: readonly string[];
};

/** Adds the options that describe a job. */
export function addJobOptions(command: Command): Command {
  const readerDescription = 'who may fetch the files; may be repeated';
  return command
    .option('--query <query>', 'the features to write: the query of GET /geojson, without paging')
    .addOption(
      new Option(
        '--format <format>',
        'the format of the file; csv and flatgeobuf: tables; nquads: all resource instances and the thesaurus, as RDF',
      ).choices(exportFormats),
    )
    .option('--every <time>', 'how often: a number of hours, days or weeks such as 1h, 1d or 2w')
    .option('--as <account>', `whose rights count: the username of an account, or ${anonymousName}`)
    .option('--for-account <username>', readerDescription, collectValues)
    .option('--for-group <name>', readerDescription, collectValues);
}

export const jobRefusedError = (message: string): CommandError =>
  new CommandError('export_job_refused', message);

/**
 * Reads and checks the options of a job. Values that are not given come from the stored job.
 * @param storedJob undefined for a new job, for which --every and --as are required
 * @throws CommandError with all problems
 */
export async function readJobOptions(
  dataApi: DataApi,
  options: JobOptions,
  storedJob?: ExportJobDetails,
): Promise<ExportJobDetails> {
  const { every, as } = options;
  const everyHours = every === undefined ? storedJob?.everyHours : parseFrequency(every);
  const runsAs =
    as === undefined ? storedJob?.runsAs : as === anonymousName ? null : normalizeName(as);
  const query = options.query?.replace(/^\?/, '') ?? storedJob?.query ?? '';
  const format = options.format ?? storedJob?.format ?? 'geojson';
  const accounts = (options.forAccount ?? storedJob?.readers.accounts ?? []).map(normalizeName);
  const groups = options.forGroup ?? storedJob?.readers.groups ?? [];
  const problems = [
    ...(everyHours === undefined
      ? [
          'Say how often with --every: a number of hours, days or weeks such as 1h, 1d or 2w; a year at most.',
        ]
      : []),
    ...(runsAs === undefined
      ? [`Say whose rights count with --as ACCOUNT, or --as ${anonymousName}.`]
      : []),
    ...(await findQueryProblems(dataApi, query, format, runsAs ?? null)),
    ...(await findUnknownNames(dataApi, [...(runsAs ? [runsAs] : []), ...accounts], groups)),
  ];
  if (problems.length > 0 || runsAs === undefined || everyHours === undefined) {
    throw jobRefusedError(problems.join('\n'));
  }
  return { query, format, everyHours, runsAs, readers: { accounts, groups } };
}

/** Finds what is wrong with a query, by what the account of the job may read. */
async function findQueryProblems(
  dataApi: DataApi,
  query: string,
  format: ExportFormat,
  runsAs: string | null,
): Promise<readonly string[]> {
  if (format === 'nquads')
    return query === ''
      ? []
      : [
          "The format nquads has no query: leave out --query, or give --query '' to remove a stored one.",
        ];
  try {
    const account = runsAs === null ? undefined : await runQuery(dataApi.read, findAccount(runsAs));
    const currentSettings = settings();
    const readQuery = createStoredQueryReader(currentSettings);
    const caller = account?.accountId ?? null;
    await readQuery(query, { dataApi, caller, language: currentSettings.language });
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors.map(({ detail }) => `--query ${detail}`);
    throw error;
  }
}

async function findUnknownNames(
  dataApi: DataApi,
  accounts: readonly string[],
  groups: readonly string[],
): Promise<readonly string[]> {
  const unknownAccounts: string[] = [];
  for (const name of new Set(accounts)) {
    if ((await runQuery(dataApi.read, findAccount(name))) === undefined) unknownAccounts.push(name);
  }
  const errors = [
    unknownAccounts.length === 0 ? undefined : await accountNotFoundError(dataApi, unknownAccounts),
    await findUnknownGroupsError(dataApi, groups),
  ];
  return errors.flatMap((error) => error?.message ?? []);
}
