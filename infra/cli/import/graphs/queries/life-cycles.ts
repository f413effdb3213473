import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { json, sql, type Statement } from '../../../../../lib/data-api/sql.ts';
import type { LifeCycleState } from '../../../../../lib/model/graphs/graph.ts';
import { assignExcluded, differsFromExcluded } from '../../queries/excluded-columns.ts';

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
