import type { StoredAccount } from '../../../queries/write-accounts.ts';
import type { AccountRecord } from './account-records.ts';

/** A stored account, or a new one of the import. */
type IndexedAccount = Pick<StoredAccount, 'username' | 'email' | 'canReceivePassword'> & {
  readonly id: number | null;
};

/** Finds accounts by their unique members: id, username, e-mail address in any letter case. */
export class AccountIndex {
  readonly #byUsername = new Map<string, IndexedAccount>();
  readonly #byId = new Map<number, IndexedAccount>();
  readonly #byEmail = new Map<string, IndexedAccount>();

  constructor(accounts: readonly IndexedAccount[]) {
    for (const account of accounts) this.add(account);
  }

  add(account: IndexedAccount): void {
    this.#byUsername.set(account.username, account);
    if (account.id !== null) this.#byId.set(account.id, account);
    if (account.email !== '') this.#byEmail.set(account.email.toLowerCase(), account);
  }

  ofUsername(username: string): IndexedAccount | undefined {
    return this.#byUsername.get(username);
  }

  /** Finds another account with the id, username or e-mail address of a record; null if there is none. */
  findConflict({
    id,
    username,
    email,
  }: AccountRecord): readonly [code: string, message: string] | null {
    const sameUsername = this.#byUsername.get(username);
    if (sameUsername !== undefined) {
      if (id === null || sameUsername.id === id) return null;
      const message = `There is an account ${username} already, with the id ${sameUsername.id} instead of ${id}.`;
      return ['username_taken', message];
    }
    const sameId = id === null ? undefined : this.#byId.get(id);
    if (sameId !== undefined) {
      const message = `The id ${id} of account ${username} is that of account ${sameId.username}.`;
      return ['id_taken', message];
    }
    const sameEmail = this.#byEmail.get(email.toLowerCase());
    if (sameEmail === undefined) return null;
    const message = `The e-mail address ${email} of account ${username} is that of account ${sameEmail.username}.`;
    return ['email_taken', message];
  }
}
