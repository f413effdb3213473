import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import {
  findAccountConflicts,
  insertAccount,
  readAccountDefaults,
} from '../accounts/queries/accounts.ts';
import { findEmailProblems, findNameProblems, normalizeName } from '../accounts/account-names.ts';
import { collectValues } from '../collect-values.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { findPasswordProblems } from '../accounts/password-policy.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { runChange } from '../run-change.ts';
import { createSecretInput } from '../accounts/secret-input.ts';
import { joinWords, quoteForShell } from '../text.ts';
import { findUnknownGroupsError } from '../unknown-name-errors.ts';

type AccountOptions = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly group: readonly string[];
  readonly administrator?: true;
  readonly password: boolean;
};

/** `hds account create …` */
export function createAccountCommand(): Command {
  return withDatabaseAction(
    defineCommand('create', 'create an account; its password is typed, or read from standard input')
      .argument('<username>', 'the name to sign in with', normalizeName)
      .option('--email <address>', 'an e-mail address to sign in with too', normalizeName, '')
      .option('--first-name <name>', 'the first name of its holder', '')
      .option('--last-name <name>', 'the last name of its holder', '')
      .option('--group <name>', 'a group to add it to; may be repeated', collectValues, [])
      .option('--administrator', 'let it do everything')
      .option('--no-password', 'create an account that cannot sign in with a password'),
    createAccount,
  );
}

async function createAccount(
  connection: Connection,
  username: string,
  options: AccountOptions,
): Promise<readonly string[]> {
  const dataApi = connection.service;
  const { email, firstName, lastName, group: groups, administrator = false } = options;
  const problems = await findAccountProblems(dataApi, username, options);
  const findProblems = (password: string) => findPasswordProblems(password, [username, email]);
  const password = await readPassword(options, problems, findProblems);
  throwIfProblems([...problems, ...(password === null ? [] : findProblems(password))]);
  const passwordHash = password === null ? null : await hashPassword(password);
  const account = { username, email, firstName, lastName, passwordHash, groups };
  const accountId = await runChange(
    connection,
    insertAccount({ ...account, isAdministrator: administrator }),
  );
  if (accountId === undefined) throw accountRefusedError([accountExistsMessage(username)]);
  return [
    `Account ${username} was created (id ${accountId}).`,
    ...(password === null
      ? [`It cannot sign in without a password: hds account password ${quoteForShell(username)}`]
      : []),
    await describeDefaultRights(dataApi, username),
  ];
}

/**
 * Reads the password of the new account; null if it gets none. Before a person types one, problems of the other options are
 * reported. A pipe is read in any case, so that the problems of the password are reported together with the others.
 */
async function readPassword(
  options: AccountOptions,
  otherProblems: readonly string[],
  findProblems: (password: string) => readonly string[],
): Promise<string | null> {
  if (!options.password) return null;
  const input = createSecretInput();
  if (input.isTyped) throwIfProblems(otherProblems);
  return await input.readNewPassword(findProblems);
}

function throwIfProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw accountRefusedError(problems);
}

const accountRefusedError = (problems: readonly string[]): CommandError =>
  new CommandError('account_refused', problems.join('\n'));

const accountExistsMessage = (username: string): string =>
  `There is an account ${username} already.`;

async function findAccountProblems(
  dataApi: DataApi,
  username: string,
  { email, firstName, lastName, group }: AccountOptions,
): Promise<readonly string[]> {
  const invalidNames = [firstName, lastName].filter(
    (name) => name !== '' && findNameProblems('name', name).length > 0,
  );
  const { isUsernameTaken, emailOwner } = await runQuery(
    dataApi.read,
    findAccountConflicts(username, email),
  );
  const groupsError = await findUnknownGroupsError(dataApi, group);
  return [
    ...findNameProblems('username', username),
    ...findEmailProblems(email),
    ...invalidNames.map((name) => `${JSON.stringify(name)} is not a valid name: choose another.`),
    ...(isUsernameTaken ? [accountExistsMessage(username)] : []),
    ...(emailOwner === null
      ? []
      : [`The e-mail address ${email} is that of account ${emailOwner}.`]),
    ...(groupsError === undefined ? [] : [groupsError.message]),
  ];
}

async function describeDefaultRights(dataApi: DataApi, username: string): Promise<string> {
  const defaults = await runQuery(dataApi.read, readAccountDefaults(username));
  if (defaults?.isAdministrator === true) return 'It may do everything.';
  if (defaults === undefined || defaults.groups.length === 0) {
    return `It is in no group, not even in Guest, and may do nothing yet. To give it rights: hds group add 'Resource Editor' ${quoteForShell(username)}`;
  }
  const rights = [
    ...(['read', 'write', 'delete'] as const).filter((right) => defaults[right]),
    ...(defaults.history ? ['read the history'] : []),
  ];
  return `By default of ${defaults.groups.join(', ')} it may: ${joinWords(rights, 'nothing')}.`;
}
