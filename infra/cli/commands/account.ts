import { Command } from 'commander';
import * as z from 'zod';

import { readParts } from '../../../lib/data-api/chunks.ts';
import { listAccounts } from '../../queries/accounts.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';
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
      await onService(command, async (data) => {
        const texts = await readParts(data, listAccounts());
        print(texts.map((text) => accountLine(listedAccount.parse(JSON.parse(text)))));
      });
    });
}

const listedAccount = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  isActive: z.boolean(),
  isAdministrator: z.boolean(),
  hasPassword: z.boolean(),
  isApplication: z.boolean(),
  lastSignIn: z.string().nullable(),
});

type ListedAccount = z.output<typeof listedAccount>;

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
