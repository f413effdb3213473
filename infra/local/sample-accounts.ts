import { writeFile } from 'node:fs/promises';

import { hashPassword } from '../../lib/identity/passwords/hash.ts';
import { newSecret } from '../../lib/identity/random-secrets.ts';
import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { insertAccount, type NewAccount } from '../cli/accounts/queries/accounts.ts';
import { registerApplication } from '../../lib/queries/applications/applications.ts';
import { readSetting, writeSetting } from '../cli/instance/queries/settings.ts';

const settingName = 'sample_accounts';

/** The client id of the sample application. It is not secret, and is the same on every machine. */
export const sampleClientId = 'HeritageSampleApplication000000000000001';

/** The accounts of the sample. The first one owns the application. */
const sampleAccounts = [
  { username: 'admin', groups: [], isAdministrator: true },
  { username: 'editor', groups: ['Resource Editor'], isAdministrator: false },
  { username: 'reader', groups: ['Resource Exporter'], isAdministrator: false },
];

/**
 * Creates the accounts and the application of the sample once, with random passwords.
 * @param file the file to write the passwords to, which only the user may read
 * @returns whether they were created now
 */
export async function createSampleAccounts(dataApi: DataApi, file: string): Promise<boolean> {
  if ((await runQuery(dataApi.read, readSetting(settingName))) !== undefined) return false;
  const accountsWithPasswords = sampleAccounts.map((account) => ({
    ...account,
    password: newSecret().slice(0, 20),
  }));
  const lines = accountsWithPasswords.map(({ username, password }) => `${username} ${password}`);
  // The file is written before the accounts are stored. If writing it failed afterwards, the passwords would be lost, because the
  // database only has their hashes.
  await writeFile(file, `${lines.join('\n')}\nclient_id ${sampleClientId}\n`, { mode: 0o600 });
  const accounts = await Promise.all(
    accountsWithPasswords.map(async ({ password, ...account }) => ({
      ...account,
      email: '',
      firstName: '',
      lastName: '',
      passwordHash: await hashPassword(password),
    })),
  );
  await dataApi.transaction((transaction) => insertSample(transaction, accounts));
  return true;
}

async function insertSample(
  transaction: Transaction,
  accounts: readonly NewAccount[],
): Promise<void> {
  let ownerId: number | undefined;
  for (const account of accounts) {
    const accountId = await runQuery(transaction.execute, insertAccount(account));
    ownerId ??= accountId;
  }
  if (ownerId !== undefined) {
    const details = {
      name: 'Heritage sample',
      clientType: 'public',
      grantType: 'password',
    } as const;
    await transaction.execute(
      registerApplication(ownerId, sampleClientId, null, { ...details, redirectUris: [] }),
    );
  }
  await transaction.execute(writeSetting(settingName, 'made'));
}
