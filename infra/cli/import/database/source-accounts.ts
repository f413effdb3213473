import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ImportContext } from '../import-context.ts';
import {
  importDatabaseAccounts,
  type AccountOptions,
} from './accounts/import-database-accounts.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import { importDatabaseApplications } from './applications/import-database-applications.ts';
import type { DatabaseSource } from './database-source.ts';
import { importDatabaseRights, type RightsOptions } from './rights/import-database-rights.ts';

/** Options of an import of accounts with their rights. */
export type AccountsOptions = AccountOptions &
  RightsOptions & {
    /** The connection to the database of the service as the role of the migrations. */
    readonly owner: DataApi;
  };

/** Imports accounts, groups and applications. @throws ImportStopped in a strict import */
export async function importSourceAccounts(
  database: DatabaseSource,
  context: ImportContext,
  options: AccountsOptions,
) {
  const { results, ids } = await importDatabaseAccounts(database, context, options.owner, options);
  const applications = await importDatabaseApplications(database.source, context, ids.accounts);
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
