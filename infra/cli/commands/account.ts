import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { listAccounts, type ListedAccount } from '../../queries/accounts.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { createAccountCommand } from './account-create.ts';
import { activateCommand, deactivateCommand, passwordCommand } from './account-sign-in.ts';

/** `hds account …`: who may sign in. */
export function accountCommand(): Command {
  return new Command('account')
    .description('accounts, and who may sign in')
    .addCommand(listCommand())
    .addCommand(createAccountCommand())
    .addCommand(passwordCommand())
    .addCommand(deactivateCommand())
    .addCommand(activateCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('all accounts, with their groups and whether they can sign in')
    .action(async (_own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        print((await runQuery(data.read, listAccounts())).map(accountLine));
      });
    });
}

function accountLine(account: ListedAccount): string {
  const { id, username, email, groups, isActive, isAdministrator, lastSignIn } = account;
  const facts = [
    isActive ? 'active' : 'deactivated',
    ...(isAdministrator ? ['administrator'] : []),
    groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`,
    waysIn(account),
    lastSignIn === null ? 'never signed in' : `signed in ${lastSignIn}`,
  ];
  return `${username} (${[String(id), ...(email === '' ? [] : [email])].join(', ')}): ${facts.join('; ')}`;
}

function waysIn({ isApplication, hasPassword }: ListedAccount): string {
  if (isApplication) return 'the account of an application';
  return hasPassword ? 'has a password' : 'no password';
}
