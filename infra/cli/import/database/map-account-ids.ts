import type { ImportedIds } from './accounts/imported-ids.ts';

/** Higher than the id of any account, and added to ids of accounts that were not imported, so that they identify no account. */
const firstForeignId = 2_000_000_000;

/**
 * Makes an SQL expression that maps the id of an account in the source to its id in this service.
 * @param id the SQL expression of the id in the source
 * @param accounts the placeholder of the parameter that `accountIdsParameter` makes
 */
export function mapAccountIdSql(id: string, accounts: string): string {
  return `case
    when ${accounts}::jsonb = '{}' then ${id}
    else coalesce(
      ${accounts}::jsonb ->> ${id},
      case when ${id} ~ '^[0-9]{1,8}$' then (${firstForeignId} + ${id}::integer)::text else ${id} end
    )
  end`;
}

/** Makes the parameter that maps ids of accounts in the source to ids in this service. Without accounts, the ids are not changed. */
export function makeAccountIdsParameter(ids: ImportedIds | undefined): string {
  const entries = [...(ids?.accounts ?? [])].map(([sourceId, id]) => [sourceId, String(id)]);
  return JSON.stringify(Object.fromEntries(entries));
}
