import type { Command } from 'commander';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
  listAccounts,
  type ListedAccount,
} from '../accounts/queries/accounts.ts';
import type { EndedSessions } from '../accounts/queries/ended-sessions.ts';
import { normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { findPasswordProblems } from '../accounts/password-policy.ts';
import {
  defineCommand,
  defineCommandGroup,
  defineListCommand,
  withDatabaseAction,
} from '../run-command.ts';
import { runChange } from '../run-change.ts';
import { createSecretInput } from '../accounts/secret-input.ts';
import { pluralize, quoteForShell } from '../text.ts';
import { requireAccount, accountNotFoundError } from '../unknown-name-errors.ts';
import { createAccountCommand } from './account-create.ts';

/** `hds account …`: accounts, and who may sign in. */
export function accountCommand(): Command {
  return defineCommandGroup('account', 'accounts, and who may sign in', [
    defineListCommand(
      'all accounts, with their groups and whether they can sign in',
      listAccounts,
      formatAccount,
    ),
    createAccountCommand(),
    accountSubcommand(
      'password',
      'give an account a new password, and end its sign-ins',
      changeAccountPassword,
    ),
    accountSubcommand(
      'deactivate',
      'keep an account from signing in, and end its sign-ins',
      deactivateAndReport,
    ),
    accountSubcommand('activate', 'let a deactivated account sign in again', activateAndReport),
  ]);
}

function accountSubcommand(
  name: string,
  description: string,
  action: (connection: Connection, username: string) => Promise<readonly string[]>,
): Command {
  return withDatabaseAction(
    defineCommand(name, description).argument(
      '<username>',
      'the name of the account',
      normalizeName,
    ),
    action,
  );
}

function formatAccount(account: ListedAccount): string {
  const { id, username, email, groups, isActive, isAdministrator, lastSignIn } = account;
  const facts = [
    isActive ? 'active' : 'deactivated',
    ...(isAdministrator ? ['administrator'] : []),
    groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`,
    describeCredential(account),
    lastSignIn === null ? 'never signed in' : `signed in ${lastSignIn}`,
  ];
  return `${username} (${[String(id), ...(email === '' ? [] : [email])].join(', ')}): ${facts.join('; ')}`;
}

function describeCredential({ isApplication, hasPassword }: ListedAccount): string {
  if (isApplication) return 'the account of an application';
  return hasPassword ? 'has a password' : 'no password';
}

async function changeAccountPassword(
  connection: Connection,
  username: string,
): Promise<readonly string[]> {
  const dataApi = connection.service;
  const { email, isApplication } = await requireAccount(dataApi, username);
  if (isApplication) {
    const message = `${username} is the account of an application: it has no password, but signs in with its client secret.`;
    throw new CommandError('password_refused', message);
  }
  const findProblems = (password: string) => findPasswordProblems(password, [username, email]);
  const password = await createSecretInput().readNewPassword(findProblems);
  const problems = findProblems(password);
  if (problems.length > 0) throw new CommandError('password_refused', problems.join('\n'));
  const hash = await hashPassword(password);
  const endedSessions = await runChange(connection, changePassword(username, hash));
  if (endedSessions === undefined) throw await accountNotFoundError(dataApi, [username]);
  return [`${username} has a new password.`, formatEndedSessions(endedSessions)];
}

async function deactivateAndReport(
  connection: Connection,
  username: string,
): Promise<readonly string[]> {
  const endedSessions = await runChange(connection, deactivateAccount(username));
  if (endedSessions === undefined) throw await accountNotFoundError(connection.service, [username]);
  return [
    `${username} is deactivated: it can neither sign in nor do anything. To undo it: hds account activate ${quoteForShell(username)}`,
    formatEndedSessions(endedSessions),
  ];
}

async function activateAndReport(
  connection: Connection,
  username: string,
): Promise<readonly string[]> {
  const canSignIn = await runChange(connection, activateAccount(username));
  if (canSignIn === undefined) throw await accountNotFoundError(connection.service, [username]);
  return [
    canSignIn
      ? `${username} is active: it can sign in.`
      : `${username} is active, but has no password: hds account password ${quoteForShell(username)}`,
  ];
}

function formatEndedSessions({ tokens, sessions }: EndedSessions): string {
  return `Ended: ${pluralize(tokens, 'sign-in')} with tokens, ${pluralize(sessions, 'browser session')}.`;
}
