import type { ImportedIds } from './accounts/imported-ids.ts';

/** Higher than the id of any account, and added to ids of accounts that were not imported, so that they identify no account. */
const firstForeignId = 2_000_000_000;

/**
 * Makes an SQL expression that maps the id of an account in the source to its id in this service.
 * @rule Imports and exports: Which account here is the author of a proposal or edit of another platform?
 * @param id the SQL expression of the id in the source
 * @param accounts the placeholder of the parameter that `makeAccountIdsParameter` makes
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

/**
 * The SQL expression of the owner of a resource instance `r` of the source, as text. Null without an owner, and in releases without owners:
 * `to_jsonb` reads a column that a table may lack.
 */
export const sourceOwnerSql = `coalesce(to_jsonb(r) ->> 'principaluser_id', to_jsonb(r) ->> 'principaluserid')`;

/**
 * Makes an SQL expression of the id in this service of the account that owns a resource instance `r` of the source. It is 0 for no owner and
 * for an account that was not imported, never the id of another person, and null if no accounts are imported.
 */
export function mapOwnerSql(accounts: string): string {
  return `case
    when ${accounts}::jsonb <> '{}' then coalesce((${accounts}::jsonb ->> (${sourceOwnerSql}))::integer, 0)
  end`;
}

/** Makes the parameter that maps ids of accounts in the source to ids in this service. Without accounts, the ids are not changed. */
export function makeAccountIdsParameter(ids: ImportedIds | undefined): string {
  const entries = [...(ids?.accounts ?? [])].map(([sourceId, id]) => [sourceId, String(id)]);
  return JSON.stringify(Object.fromEntries(entries));
}
