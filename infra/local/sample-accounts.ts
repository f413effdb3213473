import { writeFile } from 'node:fs/promises';

import { hashPassword } from '../../lib/identity/passwords/hash.ts';
import { newSecret } from '../../lib/identity/secrets.ts';
import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { insertAccount, type NewAccount } from '../queries/accounts.ts';
import { registerApplication } from '../../lib/queries/applications/applications.ts';
import { readSetting, writeSetting } from '../queries/settings.ts';

const setting = 'sample_accounts';

/** The client id of the application that the sample registers: the same on every machine, as it is no secret. */
export const sampleClientId = 'HeritageSampleApplication000000000000001';

/** The accounts of the sample: one for each thing that one would like to try. The first owns the application. */
const accounts = [
  { username: 'admin', groups: [], isAdministrator: true },
  { username: 'editor', groups: ['Resource Editor'], isAdministrator: false },
  { username: 'reader', groups: ['Resource Exporter'], isAdministrator: false },
];

/**
 * Makes the accounts and the application of the sample, once, each account with a password of its own.
 * @param file where the passwords are written, for its owner only
 * @returns whether they were made now
 */
export async function createSampleAccounts(data: DataApi, file: string): Promise<boolean> {
  if ((await runQuery(data.read, readSetting(setting))) !== undefined) return false;
  const withPasswords = accounts.map((account) => ({
    ...account,
    password: newSecret().slice(0, 20),
  }));
  const lines = withPasswords.map(({ username, password }) => `${username} ${password}`);
  // The file first: passwords that were stored and then lost would help nobody.
  await writeFile(file, `${lines.join('\n')}\nclient_id ${sampleClientId}\n`, { mode: 0o600 });
  const ready = await Promise.all(
    withPasswords.map(async ({ password, ...account }) => ({
      ...account,
      email: '',
      firstName: '',
      lastName: '',
      passwordHash: await hashPassword(password),
    })),
  );
  await data.transaction((transaction) => store(transaction, ready));
  return true;
}

async function store(transaction: Transaction, accounts: readonly NewAccount[]): Promise<void> {
  const owners: number[] = [];
  for (const account of accounts) {
    const id = await runQuery(transaction.execute, insertAccount(account));
    if (id !== undefined) owners.push(id);
  }
  const [owner] = owners;
  if (owner !== undefined) {
    const details = {
      name: 'Heritage sample',
      clientType: 'public',
      grantType: 'password',
    } as const;
    await transaction.execute(
      registerApplication(owner, sampleClientId, null, { ...details, redirectUris: [] }),
    );
  }
  await transaction.execute(writeSetting(setting, 'made'));
}
