import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ImportContext } from '../import-context.ts';
import { importDatabaseAccounts, type ImportedIds } from './accounts/import-database-accounts.ts';
import { importDatabaseApplications } from './applications/import-database-applications.ts';
import type { DatabaseSource } from './database-source.ts';
import { importDatabaseRights, type RightsOptions } from './rights/import-database-rights.ts';

/** Options of an import of accounts with their rights. */
export type AccountsOptions = RightsOptions & {
  /** The connection to the database of the service as the role of the migrations. */
  readonly owner: DataApi;
  /** Whether accounts with a second factor keep their passwords, although this service does not check the second factor. */
  readonly keepsMfaPasswords: boolean;
};

/** Imports accounts, groups and applications. @throws ImportStopped in a strict import */
export async function importSourceAccounts(
  { source }: DatabaseSource,
  context: ImportContext,
  { owner, keepsMfaPasswords }: AccountsOptions,
) {
  const { results, ids } = await importDatabaseAccounts(source, context, owner, {
    keepsMfaPasswords,
  });
  const applications = await importDatabaseApplications(source, context, ids.accounts);
  return { ids, results: [...results, applications] };
}

/** Imports memberships, defaults and grants. @throws ImportStopped in a strict import */
export async function importSourceRights(
  database: DatabaseSource,
  context: ImportContext,
  ids: ImportedIds,
  options: AccountsOptions,
) {
  const { results } = await importDatabaseRights(database, context, ids, options);
  return results;
}
