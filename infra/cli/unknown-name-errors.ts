import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { findAccount, listAccountNames } from '../queries/accounts.ts';
import { listExportJobs, type ExportJob } from '../queries/export-jobs.ts';
import { listModelNames } from '../queries/grants.ts';
import { listGroupNames } from '../queries/groups.ts';
import { listMobileProjects, type ListedProject } from '../queries/mobile-projects.ts';
import { CommandError } from './command-error.ts';
import { listChoices } from './text.ts';

const maxNames = 10;

/** Makes the error about groups that do not exist, which lists the existing groups. @param names at least one */
export async function groupNotFoundError(
  data: StatementReader,
  names: readonly string[],
): Promise<CommandError> {
  const groups = await runQuery(data.read, listGroupNames());
  const message = `There is no group ${names.join(', ')}. ${listChoices(groups)}`;
  return new CommandError('unknown_group', message);
}

/** Makes the error about those groups that do not exist; undefined if all exist. */
export async function unknownGroupsError(
  data: StatementReader,
  names: readonly string[],
): Promise<CommandError | undefined> {
  const existing = new Set(await runQuery(data.read, listGroupNames()));
  const unknown = names.filter((name) => !existing.has(name));
  return unknown.length === 0 ? undefined : await groupNotFoundError(data, unknown);
}

/**
 * Makes the error about accounts that do not exist, which lists the existing accounts or names the command that does.
 * @param names at least one
 */
export async function accountNotFoundError(
  data: StatementReader,
  names: readonly string[],
): Promise<CommandError> {
  const accounts = await runQuery(data.read, listAccountNames(maxNames + 1));
  const message = `There is no account ${names.join(', ')}. ${accountHint(accounts)}`;
  return new CommandError('unknown_account', message);
}

function accountHint(names: readonly string[]): string {
  if (names.length === 0) return 'There is none yet: hds account create USERNAME makes one.';
  return names.length > maxNames ? 'hds account list shows them all.' : listChoices(names);
}

/** Reads an account. @throws CommandError if it does not exist */
export async function requireAccount(data: StatementReader, username: string) {
  const account = await runQuery(data.read, findAccount(username));
  if (account === undefined) throw await accountNotFoundError(data, [username]);
  return account;
}

/** Makes the error about a graph that does not exist, which lists the resource models. */
export async function graphNotFoundError(
  data: StatementReader,
  name: string,
): Promise<CommandError> {
  const models = await runQuery(data.read, listModelNames());
  return new CommandError('unknown_graph', `There is no graph ${name}. ${listChoices(models)}`);
}

/** Reads an export job. @throws CommandError, which lists the existing jobs */
export async function requireExportJob(data: StatementReader, name: string): Promise<ExportJob> {
  const [job] = await runQuery(data.read, listExportJobs(name));
  if (job !== undefined) return job;
  const names = (await runQuery(data.read, listExportJobs(null))).map((otherJob) => otherJob.name);
  const message = `There is no export job ${name}. ${listChoices(names)}`;
  throw new CommandError('unknown_export_job', message);
}

/** Reads a mobile project. @throws CommandError, which lists the existing projects */
export async function requireMobileProject(
  data: StatementReader,
  nameOrId: string,
): Promise<ListedProject> {
  const [project, another] = await runQuery(data.read, listMobileProjects(nameOrId));
  if (project !== undefined && another === undefined) return project;
  const all = await runQuery(data.read, listMobileProjects(null));
  throw new CommandError(
    'unknown_mobile_project',
    another === undefined
      ? `There is no mobile project ${nameOrId}. ${listChoices(all.map(({ name }) => name))}`
      : `Several mobile projects are called ${nameOrId}: name one by its id. hds mobile-project list shows them.`,
  );
}
