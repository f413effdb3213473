import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { json, sql, uuidArray, type Statement } from '../../lib/data-api/sql.ts';
import type { LifeCycleState } from '../../lib/model/graphs/graph.ts';
import type { ResourceRow } from '../../lib/model/resources/resource-record.ts';
import { identifiersExpression } from '../../lib/queries/resources/stated-parts.ts';
import { assignExcluded, differsFromExcluded } from './excluded-columns.ts';

const columns =
  'life_cycle_id, life_cycle_name, name, action_label, is_initial, can_edit, can_delete, next_state_ids, previous_state_ids';

/** Inserts or updates states of life cycles. A state that a life cycle no longer has stays, because resource instances may be in it. */
export function mergeLifeCycleStates(states: readonly LifeCycleState[]): Statement {
  return sql`insert into life_cycle_state as s
select r.*
from jsonb_to_recordset(${json(states)}) as r (
  life_cycle_state_id uuid,
  life_cycle_id uuid,
  life_cycle_name jsonb,
  name jsonb,
  action_label jsonb,
  is_initial boolean,
  can_edit boolean,
  can_delete boolean,
  next_state_ids uuid[],
  previous_state_ids uuid[]
)
on conflict (life_cycle_state_id) do update
  set ${assignExcluded(columns)}
  where ${differsFromExcluded('s', columns)}`;
}

/** What a record states about its resource instance besides its tiles. */
type StatedParts = Pick<ResourceRow, 'resource_id' | 'life_cycle_state_id' | 'identifiers'>;

/**
 * Stores the states and identifiers of locked resource instances.
 * @returns the ids of the resource instances whose state is unknown. They keep theirs.
 */
export function storeStatedParts(rows: readonly StatedParts[]): RowsQuery<readonly string[]> {
  const stated = rows.map(({ resource_id, life_cycle_state_id, identifiers }) => ({
    resource_id,
    life_cycle_state_id,
    identifiers,
  }));
  return manyRows(
    sql`with incoming as materialized (
  select i.resource_id, i.life_cycle_state_id, nullif(i.identifiers, 'null'::jsonb) as identifiers
  from jsonb_to_recordset(${json(stated)}) as i (resource_id uuid, life_cycle_state_id uuid, identifiers jsonb)
),
changed_state as (
  update resource r
  set life_cycle_state_id = s.life_cycle_state_id
  from incoming i
  join life_cycle_state s on s.life_cycle_state_id = i.life_cycle_state_id
  where r.resource_id = i.resource_id
    and r.life_cycle_state_id is distinct from s.life_cycle_state_id
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
),
added_identifier as (
  insert into resource_identifier (resource_id, identifier, source, identifier_type)
  select o.resource_id, e.value ->> 'identifier', e.value ->> 'source', e.value ->> 'identifier_type'
  from with_other_identifiers o
  cross join lateral jsonb_array_elements(o.identifiers) with ordinality e (value, position)
  order by o.resource_id, e.position
)
select to_jsonb(i.resource_id)::text
from incoming i
where i.life_cycle_state_id is not null
  and i.life_cycle_state_id not in (select s.life_cycle_state_id from life_cycle_state s)`,
    z.string(),
  );
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

type ExemptionRow = {
  readonly account_id: number | null;
  readonly account_group_id: number | null;
  readonly edits_every_state: boolean;
  readonly deletes_every_state: boolean;
};

/** Makes the imported exemptions from states those of another platform. Rows that were made in this service stay. @returns the number of changes */
export function mergeImportedExemptions(rows: readonly ExemptionRow[]): RowsQuery<number> {
  return oneRow(
    sql`with incoming as materialized (
  select *
  from jsonb_to_recordset(${json(rows)}) as i (
    account_id integer,
    account_group_id integer,
    edits_every_state boolean,
    deletes_every_state boolean
  )
),
removed as (
  delete from state_exemption e
  where e.is_imported
    and not exists (
      select
      from incoming i
      where (i.account_id, i.account_group_id) is not distinct from (e.account_id, e.account_group_id)
    )
  returning 1
),
merged as (
  insert into state_exemption as e (account_id, account_group_id, edits_every_state, deletes_every_state, is_imported)
  select i.account_id, i.account_group_id, i.edits_every_state, i.deletes_every_state, true
  from incoming i
  on conflict (account_id, account_group_id) do update
    set ${assignExcluded('edits_every_state, deletes_every_state')}
    where e.is_imported
      and ${differsFromExcluded('e', 'edits_every_state, deletes_every_state')}
  returning 1
)
select ((select count(*) from removed) + (select count(*) from merged))::text`,
    z.number(),
  );
}
