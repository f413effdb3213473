import { Command } from 'commander';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { checkNewPassword } from '../password-policy.ts';
import { run } from '../../../lib/data-api/query.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
  findAccount,
  type Endings,
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
        const found = await run(data.read, findAccount(username));
        if (found === undefined) throw await unknownAccount(data, [username]);
        if (found.isApplication) throw ofApplication(username);
        const check = (typed: string) => checkNewPassword(typed, [username, found.email]);
        const password = await secretInput().newPassword(check);
        const problems = check(password);
        if (problems.length > 0) throw new PasswordRefused(problems.join('\n'));
        const hash = await hashPassword(password);
        const endings = await run(data.write, changePassword(username, hash));
        if (endings === undefined) throw await unknownAccount(data, [username]);
        print([`${username} has a new password.`, ended(endings)]);
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
        const endings = await run(data.write, deactivateAccount(username));
        if (endings === undefined) throw await unknownAccount(data, [username]);
        print([
          `${username} is deactivated: it can neither sign in nor do anything. To undo it: hds account activate ${quoted(username)}`,
          ended(endings),
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
        const canSignIn = await run(data.write, activateAccount(username));
        if (canSignIn === undefined) throw await unknownAccount(data, [username]);
        print([
          canSignIn
            ? `${username} is active: it can sign in.`
            : `${username} is active, but has no password: hds account password ${quoted(username)}`,
        ]);
      });
    });
}

function ended({ tokens, sessions }: Endings): string {
  return `Ended: ${counted(tokens, 'sign-in')} with tokens, ${counted(sessions, 'browser session')}.`;
}

function ofApplication(username: string): PasswordRefused {
  return new PasswordRefused(
    `${username} is the account of an application, which signs in with its client secret.`,
  );
}
