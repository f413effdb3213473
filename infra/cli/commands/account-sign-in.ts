import { Command } from 'commander';

import { hashPassword } from '../../../lib/identity/passwords/hash.ts';
import { findPasswordProblems } from '../password-policy.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  activateAccount,
  changePassword,
  deactivateAccount,
  findAccount,
  type EndedSessions,
} from '../../queries/accounts.ts';
import { normalizeName } from '../account-names.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { secretInput } from '../secret-input.ts';
import { unknownAccountError } from '../unknown-name-errors.ts';
import { pluralize, quoteForShell } from '../text.ts';

/** A password cannot be given as asked. */
export class PasswordRefused extends Error {
  readonly code = 'password_refused';
}

/** `hds account password …` */
export function passwordCommand(): Command {
  return new Command('password')
    .description('give an account a new password, and end all that it is signed in to')
    .argument('<username>', 'the name of the account', normalizeName)
    .action(async (username: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const found = await runQuery(data.read, findAccount(username));
        if (found === undefined) throw await unknownAccountError(data, [username]);
        if (found.isApplication) throw ofApplication(username);
        const check = (typed: string) => findPasswordProblems(typed, [username, found.email]);
        const password = await secretInput().newPassword(check);
        const problems = check(password);
        if (problems.length > 0) throw new PasswordRefused(problems.join('\n'));
        const hash = await hashPassword(password);
        const endings = await runQuery(data.write, changePassword(username, hash));
        if (endings === undefined) throw await unknownAccountError(data, [username]);
        print([`${username} has a new password.`, ended(endings)]);
      });
    });
}

/** `hds account deactivate …` */
export function deactivateCommand(): Command {
  return new Command('deactivate')
    .description('keep an account from signing in, and end all that it is signed in to')
    .argument('<username>', 'the name of the account', normalizeName)
    .action(async (username: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const endings = await runQuery(data.write, deactivateAccount(username));
        if (endings === undefined) throw await unknownAccountError(data, [username]);
        print([
          `${username} is deactivated: it can neither sign in nor do anything. To undo it: hds account activate ${quoteForShell(username)}`,
          ended(endings),
        ]);
      });
    });
}

/** `hds account activate …` */
export function activateCommand(): Command {
  return new Command('activate')
    .description('let a deactivated account sign in again')
    .argument('<username>', 'the name of the account', normalizeName)
    .action(async (username: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const canSignIn = await runQuery(data.write, activateAccount(username));
        if (canSignIn === undefined) throw await unknownAccountError(data, [username]);
        print([
          canSignIn
            ? `${username} is active: it can sign in.`
            : `${username} is active, but has no password: hds account password ${quoteForShell(username)}`,
        ]);
      });
    });
}

function ended({ tokens, sessions }: EndedSessions): string {
  return `Ended: ${pluralize(tokens, 'sign-in')} with tokens, ${pluralize(sessions, 'browser session')}.`;
}

function ofApplication(username: string): PasswordRefused {
  return new PasswordRefused(
    `${username} is the account of an application, which signs in with its client secret.`,
  );
}
