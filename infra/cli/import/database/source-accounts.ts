import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ImportContext } from '../import-context.ts';
import { importDatabaseAccounts, type ImportedIds } from './accounts/import-database-accounts.ts';
import { importDatabaseApplications } from './applications/import-database-applications.ts';
import type { DatabaseSource } from './database-source.ts';
import { importDatabaseRights, type RightsOptions } from './rights/import-database-rights.ts';

/** Options of an import of accounts with their rights. */
export type AccountsOptions = RightsOptions & {
  /** As the role of the migrations. */
  readonly owner: DataApi;
  /** Whether accounts with a second factor, which this service does not have, keep their passwords. */
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
  { source }: DatabaseSource,
  context: ImportContext,
  ids: ImportedIds,
  options: AccountsOptions,
) {
  const { results } = await importDatabaseRights(source, context, ids, options);
  return results;
}

/** No account has a higher id: ids of accounts of the source that were not imported become these, so that they name nobody here. */
const firstForeignId = 2_000_000_000;

/** SQL of the source: the id here of the account whose id there is in an expression. `accounts` is a parameter with {there: here}. */
export function accountIdHere(id: string, accounts: string): string {
  return `case
    when ${accounts}::jsonb = '{}' then ${id}
    else coalesce(
      ${accounts}::jsonb ->> ${id},
      case when ${id} ~ '^[0-9]{1,8}$' then (${firstForeignId} + ${id}::integer)::text else ${id} end
    )
  end`;
}

/** The value of the parameter `accounts`. Without accounts, ids stay. */
export function accountIdsParameter(ids: ImportedIds | undefined): string {
  const entries = [...(ids?.accounts ?? [])].map(([there, here]) => [there, String(here)] as const);
  return JSON.stringify(Object.fromEntries(entries));
}
