import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { findAccount, listAccountNames } from './accounts/queries/accounts.ts';
import { listExportJobs, type ExportJob } from './export-jobs/queries/export-jobs.ts';
import { listModelNames } from './rights/queries/grant-targets.ts';
import { listGroupNames } from './accounts/queries/groups.ts';
import {
  listMobileProjects,
  type ListedProject,
} from './mobile-projects/queries/mobile-projects.ts';
import { CommandError } from './command-error.ts';
import { describeChoices } from './text.ts';

const maxListedAccounts = 10;

/** Creates the error about groups that do not exist, which lists the existing groups. @param names at least one */
export async function groupNotFoundError(
  dataApi: StatementReader,
  names: readonly string[],
): Promise<CommandError> {
  const groups = await runQuery(dataApi.read, listGroupNames());
  const message = `${formatMissingNames('group', names)} ${describeChoices(groups)}`;
  return new CommandError('unknown_group', message);
}

/** Checks that groups exist. @returns the error about those that do not exist; undefined if all do */
export async function findUnknownGroupsError(
  dataApi: StatementReader,
  names: readonly string[],
): Promise<CommandError | undefined> {
  const existingNames = new Set(await runQuery(dataApi.read, listGroupNames()));
  const unknownNames = names.filter((name) => !existingNames.has(name));
  return unknownNames.length === 0 ? undefined : await groupNotFoundError(dataApi, unknownNames);
}

/**
 * Creates the error about accounts that do not exist. It lists the existing accounts, or the command that lists them.
 * @param names at least one
 */
export async function accountNotFoundError(
  dataApi: StatementReader,
  names: readonly string[],
): Promise<CommandError> {
  const accounts = await runQuery(dataApi.read, listAccountNames(maxListedAccounts + 1));
  const message = `${formatMissingNames('account', names)} ${formatExistingAccounts(accounts)}`;
  return new CommandError('unknown_account', message);
}

function formatMissingNames(kind: string, names: readonly string[]): string {
  return names.length === 1
    ? `There is no ${kind} ${names.join('')}.`
    : `These ${kind}s do not exist: ${names.join(', ')}.`;
}

function formatExistingAccounts(names: readonly string[]): string {
  if (names.length === 0) return 'There is none yet: hds account create USERNAME makes one.';
  return names.length > maxListedAccounts
    ? 'hds account list shows them all.'
    : describeChoices(names);
}

/** Reads an account. @throws CommandError if it does not exist */
export async function requireAccount(dataApi: StatementReader, username: string) {
  const account = await runQuery(dataApi.read, findAccount(username));
  if (account === undefined) throw await accountNotFoundError(dataApi, [username]);
  return account;
}

/** Creates the error about a graph that does not exist, which lists the resource models. */
export async function graphNotFoundError(
  dataApi: StatementReader,
  name: string,
): Promise<CommandError> {
  const models = await runQuery(dataApi.read, listModelNames());
  return new CommandError('unknown_graph', `There is no graph ${name}. ${describeChoices(models)}`);
}

/** Reads an export job. @throws CommandError if it does not exist, which lists the existing jobs */
export async function requireExportJob(dataApi: StatementReader, name: string): Promise<ExportJob> {
  const [job] = await runQuery(dataApi.read, listExportJobs(name));
  if (job !== undefined) return job;
  const existingJobs = await runQuery(dataApi.read, listExportJobs(null));
  const names = existingJobs.map((existingJob) => existingJob.name);
  const message = `There is no export job ${name}. ${describeChoices(names)}`;
  throw new CommandError('unknown_export_job', message);
}

/** Reads a mobile project. @throws CommandError if none or several have the name */
export async function requireMobileProject(
  dataApi: StatementReader,
  nameOrId: string,
): Promise<ListedProject> {
  const [project, secondProject] = await runQuery(dataApi.read, listMobileProjects(nameOrId));
  if (project !== undefined && secondProject === undefined) return project;
  if (secondProject !== undefined) {
    const message = `Several mobile projects are called ${nameOrId}: give the id of one. hds mobile-project list shows the ids.`;
    throw new CommandError('ambiguous_mobile_project', message);
  }
  const names = (await runQuery(dataApi.read, listMobileProjects(null))).map(({ name }) => name);
  const message = `There is no mobile project ${nameOrId}. ${describeChoices(names)}`;
  throw new CommandError('unknown_mobile_project', message);
}
