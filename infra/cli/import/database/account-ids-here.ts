import type { ImportedIds } from './accounts/import-database-accounts.ts';

/** Higher than the id of any account. Ids of accounts that were not imported are raised by this number, so that they name nobody here. */
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
