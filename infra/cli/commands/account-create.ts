import { Command } from 'commander';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { findPasswordProblems } from '../password-policy.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  readAccountDefaults,
  insertAccount,
  findAccountConflicts,
} from '../../queries/accounts.ts';
import { normalizeName, findEmailProblems, findNameProblems } from '../account-names.ts';
import { findMissingGroups } from '../find-missing-groups.ts';
import { runOnService } from '../run-on-service.ts';
import { collectValues } from '../repeated-option.ts';
import { print } from '../run-command.ts';
import { secretInput } from '../secret-input.ts';
import { quoteForShell } from '../text.ts';

/** An account cannot be made as asked. */
export class AccountRefused extends Error {
  readonly code = 'account_refused';
}

type Options = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly group: readonly string[];
  readonly administrator?: true;
  readonly password: boolean;
};

/** `hds account create …` */
export function createAccountCommand(): Command {
  return new Command('create')
    .description('make an account; its password is asked for, or taken from standard input')
    .argument('<username>', 'the name to sign in with', normalizeName)
    .option('--email <address>', 'its e-mail address, which also signs in', normalizeName, '')
    .option('--first-name <name>', 'the first name of its holder', '')
    .option('--last-name <name>', 'the last name of its holder', '')
    .option('--group <name>', 'a group to be in; may be repeated', collectValues, [])
    .option('--administrator', 'let it do everything')
    .option('--no-password', 'make an account that cannot sign in with a password')
    .action(async (username: string, options: Options, command: Command) => {
      await runOnService(command, async (data) => print(await create(data, username, options)));
    });
}

async function create(
  data: DataApi,
  username: string,
  options: Options,
): Promise<readonly string[]> {
  const problems = await accountProblems(data, username, options);
  const check = (typed: string) => findPasswordProblems(typed, [username, options.email]);
  const password = await newPassword(options, problems, check);
  const weaknesses = password === null ? [] : check(password);
  refuse([...problems, ...weaknesses]);
  const accountId = await runQuery(
    data.write,
    insertAccount({
      username,
      email: options.email,
      firstName: options.firstName,
      lastName: options.lastName,
      isAdministrator: options.administrator ?? false,
      passwordHash: password === null ? null : await hashPassword(password),
      groups: options.group,
    }),
  );
  if (accountId === undefined) throw new AccountRefused(taken(username));
  return [
    `Account ${username} was made (id ${accountId}).`,
    ...(password === null
      ? [
          `It cannot sign in until it has a password: hds account password ${quoteForShell(username)}`,
        ]
      : []),
    await whatItMayDo(data, username),
  ];
}

/** Whoever types the password is not asked for it in vain; a pipe is read all the same, so that all is said at once. */
async function newPassword(
  options: Options,
  problems: readonly string[],
  check: (password: string) => readonly string[],
): Promise<string | null> {
  if (!options.password) return null;
  const input = secretInput();
  if (input.isAsked) refuse(problems);
  return await input.newPassword(check);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AccountRefused(problems.join('\n'));
}

async function accountProblems(
  data: DataApi,
  username: string,
  options: Options,
): Promise<readonly string[]> {
  const ofNames = [...findNameProblems('username', username), ...findEmailProblems(options.email)];
  const tooLong = [options.firstName, options.lastName].filter(
    (name) => name !== '' && findNameProblems('name', name).length > 0,
  );
  return [
    ...ofNames,
    ...tooLong.map((name) => `${JSON.stringify(name)} cannot be stored as a name.`),
    ...(await storedProblems(data, username, options)),
  ];
}

async function storedProblems(
  data: DataApi,
  username: string,
  { email, group }: Options,
): Promise<readonly string[]> {
  const { isTaken, emailOwner } = await runQuery(data.read, findAccountConflicts(username, email));
  const missing = await findMissingGroups(data, group);
  return [
    ...(isTaken ? [taken(username)] : []),
    ...(emailOwner === null
      ? []
      : [`The e-mail address ${email} is that of account ${emailOwner}.`]),
    ...(missing === undefined ? [] : [missing.message]),
  ];
}

function taken(username: string): string {
  return `There is an account ${username} already.`;
}

async function whatItMayDo(data: DataApi, username: string): Promise<string> {
  const may = await runQuery(data.read, readAccountDefaults(username));
  if (may?.mayDoEverything === true) return 'It may do everything.';
  if (may === undefined || may.groups.length === 0) {
    return `It is in no group, not even in Guest, and may do nothing yet. To let it: hds group add 'Resource Editor' ${quoteForShell(username)}`;
  }
  const allowed = [
    ...(['read', 'write', 'delete'] as const).filter((right) => may[right]),
    ...(may.history ? ['read the history'] : []),
  ];
  return `By default of ${may.groups.join(', ')} it may: ${allowed.join(', ') || 'nothing'}.`;
}
