import { Option, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { InvalidInput } from '../../../lib/errors.ts';
import { parseFeatureQuery } from '../../../lib/http/geojson/feature-request.ts';
import { exportFormats, type ExportFormat } from '../../../lib/model/exports/export-format.ts';
import { parseFrequency } from '../../../lib/model/exports/frequency.ts';
import { settings } from '../../../lib/settings.ts';
import { findAccount } from '../../queries/accounts.ts';
import type { ExportJobDetails } from '../../queries/export-jobs.ts';
import { anonymousName, normalizeName } from '../account-names.ts';
import { findMissingGroups } from '../find-missing-groups.ts';
import { collectValues } from '../repeated-option.ts';
import { unknownAccountError } from '../unknown-name-errors.ts';

/** An export job cannot be as it was asked for. */
export class ExportJobRefused extends Error {
  readonly code = 'export_job_refused';
}

/** What a job is told to do, as it is typed; what is not typed is undefined. */
export type JobOptions = {
  readonly query?: string;
  readonly format?: ExportFormat;
  readonly every?: string;
  readonly as?: string;
  readonly forAccount?: readonly string[];
  readonly forGroup?: readonly string[];
};

/** The options that say what a job is to do. */
export function addJobOptions(command: Command): Command {
  return command
    .option('--query <query>', 'which features, and how: the query of GET /geojson, without pages')
    .addOption(new Option('--format <format>', 'how they are written').choices(exportFormats))
    .option('--every <time>', 'how often: a number of hours, days or weeks such as 1h, 1d or 2w')
    .option('--as <account>', `whose rights count: the username of an account, or ${anonymousName}`)
    .option(
      '--for-account <username>',
      'who may fetch it, besides others; may be repeated',
      collected,
    )
    .option('--for-group <name>', 'who may fetch it, besides others; may be repeated', collected);
}

/** Without a first value, so that nothing typed is told from none. */
function collected(value: string, before: readonly string[] = []): readonly string[] {
  return collectValues(value, before);
}

/**
 * What a job is to do, by what was typed, and for the rest by what it was.
 * @param before undefined for a new job, for which it has to be said how often it is made, and as whom
 * @throws ExportJobRefused with all that is wrong
 */
export async function readJobOptions(
  data: DataApi,
  options: JobOptions,
  before?: ExportJobDetails,
): Promise<ExportJobDetails> {
  const { runsAs, everyHours, problems } = readTyped(options, before);
  const query = options.query?.replace(/^\?/, '') ?? before?.query ?? '';
  const readers = {
    accounts: (options.forAccount ?? before?.readers.accounts ?? []).map(normalizeName),
    groups: options.forGroup ?? before?.readers.groups ?? [],
  };
  const accounts = [
    ...(runsAs === null || runsAs === undefined ? [] : [runsAs]),
    ...readers.accounts,
  ];
  const all = [
    ...problems,
    ...queryProblems(query),
    ...(await unknownNames(data, accounts, readers.groups)),
  ];
  if (all.length > 0 || runsAs === undefined || everyHours === undefined) {
    throw new ExportJobRefused(all.join('\n'));
  }
  return {
    query,
    format: options.format ?? before?.format ?? 'geojson',
    everyHours,
    runsAs,
    readers,
  };
}

function readTyped({ every, as }: JobOptions, before: ExportJobDetails | undefined) {
  const everyHours = every === undefined ? before?.everyHours : parseFrequency(every);
  const runsAs =
    as === undefined ? before?.runsAs : as === anonymousName ? null : normalizeName(as);
  return {
    everyHours,
    runsAs,
    problems: [
      ...(everyHours === undefined
        ? [
            'Say how often with --every: a number of hours, days or weeks such as 1h, 1d or 2w; a year at most.',
          ]
        : []),
      ...(runsAs === undefined
        ? [`Say whose rights count with --as ACCOUNT, or --as ${anonymousName}.`]
        : []),
    ],
  };
}

function queryProblems(query: string): readonly string[] {
  try {
    parseFeatureQuery(query, settings().language);
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.errors.map(({ detail }) => `--query ${detail}`);
    throw error;
  }
}

async function unknownNames(
  data: DataApi,
  accounts: readonly string[],
  groups: readonly string[],
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const name of new Set(accounts)) {
    if ((await runQuery(data.read, findAccount(name))) === undefined) unknown.push(name);
  }
  const missing = await findMissingGroups(data, groups);
  return [
    ...(unknown.length === 0 ? [] : [(await unknownAccountError(data, unknown)).message]),
    ...(missing === undefined ? [] : [missing.message]),
  ];
}
