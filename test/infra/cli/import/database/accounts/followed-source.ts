import { pbkdf2Sync } from 'node:crypto';

import { readDatabaseSource } from '../../../../../../infra/cli/import/database/database-source.ts';
import { importAccountsAndRights } from '../../../../../../infra/cli/import/database/source-accounts.ts';
import { openSource, type Source } from '../../../../../../infra/cli/import/database/source.ts';
import type { ImportResult } from '../../../../../../infra/cli/import/import-summary.ts';
import type { FileProblem } from '../../../../../../infra/cli/import/import-problems.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import type { SourceSize } from '../../../../../support/database/source-dump.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../../support/source-database.ts';
import type { TestStack } from '../../../../../support/stack.ts';
import { createTestContext } from '../../importing.ts';

/** Makes a hash as Django does, but with few iterations. */
export function djangoHash(password: string): string {
  const salt = 'saltOfTheTests';
  const hash = pbkdf2Sync(password, salt, 1000, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$1000$${salt}$${hash}`;
}

/** What an import of accounts and rights did. */
export type AccountsImport = {
  readonly results: readonly ImportResult[];
  /** Code and record of each problem about an account, as texts. */
  readonly reports: readonly string[];
  readonly problems: readonly FileProblem[];
};

export type AccountsImportOptions = {
  readonly undoesChanges?: boolean;
  readonly dryRun?: boolean;
  readonly keepsMfaPasswords?: boolean;
};

/** A live database of another platform whose accounts and rights are imported again and again. */
export type FollowedSource = SourceDatabase & {
  /** Deletes an account with its memberships and rights, as the platform does. */
  readonly deleteUser: (id: number) => Promise<void>;
  /** Reads its present state. */
  readonly read: <Result>(work: (source: Source) => Promise<Result>) => Promise<Result>;
  readonly importAccounts: (options?: AccountsImportOptions) => Promise<AccountsImport>;
};

export async function openFollowedSource(
  stack: Pick<TestStack, 'dataApi' | 'owner'>,
  size: SourceSize = 'all',
): Promise<FollowedSource> {
  const database = await openSourceDatabase('arches76-dump', size);
  const read: FollowedSource['read'] = async (work) => {
    const source = await openSource(database.url);
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  };
  return {
    ...database,
    read,
    deleteUser: (id) =>
      database.run(`set session_replication_role = replica;
delete from auth_user_groups where user_id = ${id};
delete from auth_user_user_permissions where user_id = ${id};
delete from guardian_userobjectpermission where user_id = ${id};
delete from auth_user where id = ${id}`),
    importAccounts: async ({
      undoesChanges = false,
      dryRun = false,
      keepsMfaPasswords = false,
    } = {}) =>
      read(async (source) => {
        const context = createTestContext(stack.dataApi, { dryRun });
        const options = {
          owner: stack.owner,
          permissions: 'default-allow',
          opensGuest: false,
          keepsMfaPasswords,
          undoesChanges,
        } as const;
        const database = await readDatabaseSource(source);
        const { results } = await importAccountsAndRights(database, context, options);
        return {
          results,
          problems: context.problems,
          reports: context.problems
            .filter(({ code }) => /^(account_|username_|group_added|grants_|defaults_)/.test(code))
            .map(({ code, record }) => (record === undefined ? code : `${code} ${record}`)),
        };
      }),
  };
}

/** Removes all accounts and rights of this service, as before the first import. */
export async function removeAccounts({ owner }: Pick<TestStack, 'owner'>): Promise<void> {
  for (const statement of [
    'delete from oauth_application',
    'delete from account',
    'delete from nodegroup_grant',
    'delete from resource_grant',
    'delete from overridden_grant',
    'delete from account_group where account_group_id > 11',
    `update account_group
set
  can_read = account_group_id in (2, 3, 4),
  can_write = account_group_id = 2,
  can_delete = false,
  imported_defaults = null`,
  ])
    await owner.write(rawSql(statement));
}
