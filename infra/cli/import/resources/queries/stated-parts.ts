import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { intArray, json, sql, uuidArray, type Statement } from '../../../../../lib/data-api/sql.ts';
import type { ResourceRow } from '../../../../../lib/model/resources/resource-record.ts';
import { identifiersExpression } from '../../../../../lib/queries/resources/stated-parts.ts';

/** What a record states about its resource instance besides its tiles. */
type StatedParts = Pick<
  ResourceRow,
  'resource_id' | 'life_cycle_state_id' | 'identifiers' | 'created_by'
>;

/**
 * Stores the owners, states and identifiers of locked resource instances. Those that state an unknown account or state keep theirs.
 * @rule Imports and exports: Which owner, state and identifiers does an imported resource instance get?
 */
export function storeStatedParts(rows: readonly StatedParts[]): Statement {
  const stated = rows.map(({ resource_id, life_cycle_state_id, identifiers, created_by }) => ({
    resource_id,
    life_cycle_state_id,
    identifiers,
    created_by,
  }));
  return sql`with incoming as materialized (
  select
    i.resource_id,
    nullif(i.identifiers, 'null'::jsonb) as identifiers,
    coalesce(s.life_cycle_state_id, r.life_cycle_state_id) as new_state_id,
    case when i.created_by = 0 then null else coalesce(a.account_id, r.created_by) end as new_owner_id
  from jsonb_to_recordset(${json(stated)}) as i (
    resource_id uuid,
    life_cycle_state_id uuid,
    identifiers jsonb,
    created_by integer
  )
  join resource r on r.resource_id = i.resource_id
  left join life_cycle_state s on s.life_cycle_state_id = i.life_cycle_state_id
  left join account a on a.account_id = i.created_by
),
changed_resource as (
  update resource r
  set
    life_cycle_state_id = i.new_state_id,
    created_by = i.new_owner_id
  from incoming i
  where r.resource_id = i.resource_id
    and (r.life_cycle_state_id, r.created_by) is distinct from (i.new_state_id, i.new_owner_id)
),
with_other_identifiers as materialized (
  select i.resource_id, i.identifiers
  from incoming i
  where i.identifiers is distinct from coalesce(${identifiersExpression(sql`i.resource_id`)}, '[]')
    and i.identifiers is not null
),
removed_identifier as (
  delete from resource_identifier x
  using with_other_identifiers o
  where x.resource_id = o.resource_id
)
insert into resource_identifier (resource_id, identifier, source, identifier_type)
select o.resource_id, e.value ->> 'identifier', e.value ->> 'source', e.value ->> 'identifier_type'
from with_other_identifiers o
cross join lateral jsonb_array_elements(o.identifiers) with ordinality e (value, position)
order by o.resource_id, e.position`;
}

/** Finds the ids of states that are not stored. */
export function findUnknownStates(stateIds: readonly string[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(i.id)::text
from unnest(${uuidArray(stateIds)}) i (id)
where i.id not in (select s.life_cycle_state_id from life_cycle_state s)`,
    z.string(),
  );
}

/** Finds the ids of accounts that are not stored. */
export function findUnknownAccounts(accountIds: readonly number[]): RowsQuery<readonly number[]> {
  return manyRows(
    sql`select to_jsonb(i.id)::text
from unnest(${intArray(accountIds)}) i (id)
where i.id not in (select a.account_id from account a)`,
    z.number(),
  );
}

/**
 * Finds the stored resource instances that have another owner.
 * @param rows the id of the account in decimal digits, or `0` for none
 */
export function findOtherOwners(
  rows: readonly { readonly id: string | null; readonly owner: string | null }[],
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(r.resource_id)::text
from jsonb_to_recordset(${json(rows)}) as i (id uuid, owner integer)
join resource r on r.resource_id = i.id
where r.created_by is distinct from nullif(i.owner, 0)`,
    z.string(),
  );
}
