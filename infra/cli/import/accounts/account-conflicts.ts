import type { AccountRecord } from './account-records.ts';
import type { FileProblem } from '../import-report.ts';

/** An account that is there, or is to be made. */
type Holder = {
  readonly id: number | null;
  readonly username: string;
  readonly email: string;
  readonly takesPassword: boolean;
};

/** Finds accounts by what no two of them may share: id, username, e-mail address in any letter case. */
export class AccountIndex {
  readonly #byUsername = new Map<string, Holder>();
  readonly #byId = new Map<number, Holder>();
  readonly #byEmail = new Map<string, Holder>();

  add(holder: Holder): void {
    this.#byUsername.set(holder.username, holder);
    if (holder.id !== null) this.#byId.set(holder.id, holder);
    if (holder.email !== '') this.#byEmail.set(holder.email.toLowerCase(), holder);
  }

  ofUsername(username: string): Holder | undefined {
    return this.#byUsername.get(username);
  }

  ofId(id: number | null): Holder | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  ofEmail(email: string): Holder | undefined {
    return this.#byEmail.get(email.toLowerCase());
  }
}

/**
 * What keeps an account out: another one that has its id, username or e-mail address.
 * @param holders accounts that are there, or are to be made
 * @param seen usernames that stood in the files before
 * @returns null where it may go in, or is there already
 */
export function findAccountConflict(
  account: AccountRecord,
  holders: AccountIndex,
  seen: ReadonlySet<string>,
): FileProblem | null {
  const { id, username, email } = account;
  if (seen.has(username)) {
    return accountProblem(
      account,
      'error',
      'duplicate_account',
      `Account ${username} stands there twice: the first counts.`,
    );
  }
  const same = holders.ofUsername(username);
  if (same !== undefined) {
    if (id === null || same.id === id) return null;
    const message = `There is an account ${username} already, with the id ${String(same.id)} instead of ${id}.`;
    return accountProblem(account, 'error', 'username_taken', message);
  }
  const sameId = holders.ofId(id);
  if (sameId !== undefined) {
    const message = `The id ${String(id)} of account ${username} is that of account ${sameId.username}.`;
    return accountProblem(account, 'error', 'id_taken', message);
  }
  const sameEmail = holders.ofEmail(email);
  if (sameEmail === undefined) return null;
  const message = `The e-mail address ${email} of account ${username} is that of account ${sameEmail.username}.`;
  return accountProblem(account, 'error', 'email_taken', message);
}

/** A problem of one record. */
export function accountProblem(
  { file, pointer, username }: AccountRecord,
  severity: FileProblem['severity'],
  code: string,
  message: string,
): FileProblem {
  return { file, severity, code, pointer, message, record: username };
}
