import { Command } from 'commander';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { checkNewPassword } from '../password-policy.ts';
import type { Value } from '../../../lib/data-api/client.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
  findAccount,
} from '../../queries/accounts.ts';
import { composed } from '../account-problems.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';
import { secretInput } from '../secret-input.ts';
import { unknownAccount } from '../unknown-names.ts';
import { counted, quoted } from '../words.ts';

/** A password cannot be given as asked. */
export class PasswordRefused extends Error {
  readonly code = 'password_refused';
}

/** `hds account password …` */
export function passwordCommand(): Command {
  return new Command('password')
    .description('give an account a new password, and end all that it is signed in to')
    .argument('<username>', 'the name of the account', composed)
    .action(async (username: string, _own: unknown, command: Command) => {
      await onService(command, async (data) => {
        const [found] = await data.read(findAccount(username));
        if (found === undefined) throw await unknownAccount(data, [username]);
        if (found[1] === true) throw ofApplication(username);
        const password = await secretInput().newPassword(checkNewPassword);
        const problems = checkNewPassword(password);
        if (problems.length > 0) throw new PasswordRefused(problems.join('\n'));
        const [row] = await data.write(changePassword(username, await hashPassword(password)));
        if (row === undefined) throw await unknownAccount(data, [username]);
        const [tokens, sessions] = row;
        print([`${username} has a new password.`, ended(tokens, sessions)]);
      });
    });
}

/** `hds account deactivate …` */
export function deactivateCommand(): Command {
  return new Command('deactivate')
    .description('keep an account from signing in, and end all that it is signed in to')
    .argument('<username>', 'the name of the account', composed)
    .action(async (username: string, _own: unknown, command: Command) => {
      await onService(command, async (data) => {
        const [row] = await data.write(deactivateAccount(username));
        if (row === undefined) throw await unknownAccount(data, [username]);
        const [tokens, sessions] = row;
        print([
          `${username} is deactivated: it can neither sign in nor do anything. To undo it: hds account activate ${quoted(username)}`,
          ended(tokens, sessions),
        ]);
      });
    });
}

/** `hds account activate …` */
export function activateCommand(): Command {
  return new Command('activate')
    .description('let a deactivated account sign in again')
    .argument('<username>', 'the name of the account', composed)
    .action(async (username: string, _own: unknown, command: Command) => {
      await onService(command, async (data) => {
        const [row] = await data.write(activateAccount(username));
        if (row === undefined) throw await unknownAccount(data, [username]);
        const [canSignIn] = row;
        print([
          canSignIn === true
            ? `${username} is active: it can sign in.`
            : `${username} is active, but has no password: hds account password ${quoted(username)}`,
        ]);
      });
    });
}

function ended(tokens: Value | undefined, sessions: Value | undefined): string {
  return `Ended: ${counted(Number(tokens), 'sign-in')} with tokens, ${counted(Number(sessions), 'browser session')}.`;
}

function ofApplication(username: string): PasswordRefused {
  return new PasswordRefused(
    `${username} is the account of an application, which signs in with its client secret.`,
  );
}
