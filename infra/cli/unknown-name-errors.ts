import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { findAccount, listAccountNames } from '../queries/accounts.ts';
import { listModelNames } from '../queries/grants.ts';
import { listGroupNames } from '../queries/groups.ts';
import { CommandError } from './command-error.ts';
import { listChoices } from './text.ts';

const maxNames = 10;

/** The error for groups that do not exist: it lists those that do. @param names at least one */
export async function groupNotFoundError(
  data: StatementReader,
  names: readonly string[],
): Promise<CommandError> {
  const groups = await runQuery(data.read, listGroupNames());
  const message = `There is no group ${names.join(', ')}. ${listChoices(groups)}`;
  return new CommandError('unknown_group', message);
}

/** The error for those of some groups that do not exist; undefined if all exist. */
export async function findUnknownGroups(
  data: StatementReader,
  names: readonly string[],
): Promise<CommandError | undefined> {
  const existing = new Set(await runQuery(data.read, listGroupNames()));
  const unknown = names.filter((name) => !existing.has(name));
  return unknown.length === 0 ? undefined : await groupNotFoundError(data, unknown);
}

/** The error for accounts that do not exist: it lists those that do, or names the command for that. @param names at least one */
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

/** The error for a graph that does not exist: it lists the resource models. */
export async function graphNotFoundError(
  data: StatementReader,
  name: string,
): Promise<CommandError> {
  const models = await runQuery(data.read, listModelNames());
  return new CommandError('unknown_graph', `There is no graph ${name}. ${listChoices(models)}`);
}
