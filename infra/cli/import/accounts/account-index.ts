import type { StoredAccount } from './queries/write-accounts.ts';
import type { AccountRecord } from './account-records.ts';

/** A stored account, or a new one of the import. */
export type IndexedAccount = Pick<StoredAccount, 'username' | 'email' | 'canReceivePassword'> & {
  readonly id: number | null;
};

/** Finds accounts by their unique properties: id, username, and e-mail address in any letter case. */
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

  findByUsername(username: string): IndexedAccount | undefined {
    return this.#byUsername.get(username);
  }

  /** Returns the problem of a record whose id, username or e-mail address another account has; null if there is none. */
  findConflict({
    id,
    username,
    email,
  }: AccountRecord): readonly [code: string, message: string] | null {
    const accountWithUsername = this.#byUsername.get(username);
    if (accountWithUsername !== undefined) {
      if (id === null || accountWithUsername.id === id) return null;
      const message = `The account ${username} already exists with the id ${accountWithUsername.id} instead of ${id}. Rename one if they are two persons.`;
      return ['username_taken', message];
    }
    const accountWithId = id === null ? undefined : this.#byId.get(id);
    if (accountWithId !== undefined) {
      const message = `The id ${id} of account ${username} is that of account ${accountWithId.username}. Remove the id from the record to get another.`;
      return ['id_taken', message];
    }
    const accountWithEmail = this.#byEmail.get(email.toLowerCase());
    if (accountWithEmail === undefined) return null;
    const message = `The e-mail address ${email} of account ${username} is that of account ${accountWithEmail.username}. Change or remove one of them.`;
    return ['email_taken', message];
  }
}
