import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { AccessEvent, AccessFacts } from '../../../../lib/model/accounts/access-change.ts';
import { recordSummary } from '../../../../lib/queries/access-changes/change-query.ts';
import type { ImportContext } from '../import-context.ts';
import { formatResultWithoutSubject, type ImportResult } from '../import-summary.ts';
import { rehearse } from '../rehearse.ts';
import {
  importDatabaseAccounts,
  type AccountOptions,
} from './accounts/import-database-accounts.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import { importDatabaseApplications } from './applications/import-database-applications.ts';
import type { DatabaseSource } from './database-source.ts';
import { importDatabaseRights } from './rights/import-database-rights.ts';
import type { RightsOptions } from './rights/rights-options.ts';

/** Options of an import of accounts with their rights. */
export type AccountsOptions = AccountOptions &
  RightsOptions & {
    /** The connection to the database of the service as the role of the migrations. */
    readonly owner: DataApi;
  };

/**
 * Imports accounts, groups and applications, then memberships, defaults and grants. A dry run does so in a transaction that is rolled back.
 * @param beforeRights called between the two, except in a dry run
 * @throws ImportStopped in a strict import
 */
export async function importAccountsAndRights(
  database: DatabaseSource,
  context: ImportContext,
  options: AccountsOptions,
  beforeRights: (ids: ImportedIds) => Promise<void> = async () => undefined,
): Promise<{ readonly ids: ImportedIds; readonly results: readonly ImportResult[] }> {
  const { owner } = options;
  if (context.dryRun)
    return rehearse(owner, context, async (rehearsal) => {
      const accounts = await importAccounts(database, rehearsal, rehearsal.dataApi, options);
      return importRights(database, rehearsal, accounts, options);
    });
  const record = (event: AccessEvent, results: readonly ImportResult[]) =>
    context.dataApi.write(recordSummary(event, context.operator, database.label, toFacts(results)));
  // The import has many transactions. This row also tells of one that is interrupted.
  await record('accounts-and-rights-import-begun', []);
  const accounts = await importAccounts(database, context, owner, options);
  await beforeRights(accounts.ids);
  const imported = await importRights(database, context, accounts, options);
  await record('accounts-and-rights-imported', imported.results);
  return imported;
}

/** The counts of each kind of record. */
function toFacts(results: readonly ImportResult[]): AccessFacts {
  return Object.fromEntries(
    results.map((result) => [result.subject, formatResultWithoutSubject(result)]),
  );
}

type ImportedAccounts = {
  readonly ids: ImportedIds;
  readonly results: readonly ImportResult[];
};

async function importAccounts(
  database: DatabaseSource,
  context: ImportContext,
  owner: DataApi,
  options: AccountsOptions,
): Promise<ImportedAccounts> {
  const { results, ids } = await importDatabaseAccounts(database, context, owner, options);
  const applications = await importDatabaseApplications(
    database,
    context,
    ids.accounts,
    options.undoesChanges,
  );
  return { ids, results: [...results, applications] };
}

async function importRights(
  database: DatabaseSource,
  context: ImportContext,
  { ids, results: accountResults }: ImportedAccounts,
  options: AccountsOptions,
): Promise<ImportedAccounts> {
  const { results } = await importDatabaseRights(database, context, ids, options);
  return { ids, results: [...accountResults, ...results] };
}
