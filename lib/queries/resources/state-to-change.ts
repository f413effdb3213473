import * as z from 'zod';

import { oneRow, rowExistsQuery, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { activityTables, type Writer } from '../history/record-activity.ts';
import { changeStoredCondition, type ChangeId } from './change-stored-condition.ts';
import { lifeCycleStatesSchema, statesOfLifeCycle } from './life-cycle-state.ts';

const sourceSchema = z
  .object({
    isReviewer: z.boolean(),
    /** Whether an earlier attempt has stored this change, and its response was lost. */
    isWritten: z.boolean(),
    canView: z.boolean(),
    /** Whether the caller may change it, or only its present state forbids that. */
    canChangeInSomeState: z.boolean(),
    version: z.string().nullable(),
    visibleVersion: z.string().nullable(),
    stateId: z.string().nullable(),
    states: lifeCycleStatesSchema,
  })
  .readonly();

/** Everything on which a change of the state of a resource instance depends. */
export type StateSource = z.output<typeof sourceSchema>;

/** Finds everything on which a change of the state of a resource instance depends. */
export function findStateSource(caller: Caller, change: ChangeId): RowsQuery<StateSource> {
  return oneRow(
    sql`select jsonb_build_object(
  'isReviewer', is_reviewer(${int(caller)}),
  'isWritten', ${changeStoredCondition(change)},
  'canView', coalesce(rule_allows(p.view_rule), false),
  'canChangeInSomeState', coalesce(rule_allows(p.change_rule) or p.change_rule = 'life-cycle state', false),
  'version', r.version::text,
  'visibleVersion', visible_version(r.version, r.proposal_changes, ${int(caller)})::text,
  'stateId', s.life_cycle_state_id,
  'states', ${statesOfLifeCycle}
)::text
from (select) one_row
left join resource r on r.resource_id = ${uuid(change.resourceId)}
left join resource_rule(${int(caller)}, ${uuid(change.resourceId)}) p on true
left join state_of_resource(${uuid(change.resourceId)}) s on true`,
    sourceSchema,
  );
}

type StateChange = {
  readonly resourceId: ResourceId;
  /** The version that was read; it must be the current one. */
  readonly version: string;
  readonly stateId: string;
};

/**
 * Stores the state of a resource instance with its version, edit log and activity, in one statement.
 * @returns whether it is stored; false if the resource instance has changed since it was read
 */
export function writeState(
  { resourceId, version, stateId }: StateChange,
  writer: Writer,
): RowsQuery<boolean> {
  return rowExistsQuery(sql`with locked_resource as materialized (
  select r.resource_id, r.graph_id, r.proposed_by is not null as is_proposal
  from resource r
  where r.resource_id = ${uuid(resourceId)}
    and r.version = ${bigint(version)}
  for update
),
log_entry as (
  insert into edit_log (transaction_id, resource_id, edit_type, old_value, account_id)
  select
    ${uuid(writer.transactionId)},
    l.resource_id,
    'state edit',
    jsonb_build_object('state', ${namedState(sql`before`)}, 'new_state', ${namedState(sql`after`)}),
    ${int(writer.caller)}
  from locked_resource l
  join life_cycle_state after on after.life_cycle_state_id = ${uuid(stateId)}
  left join state_of_resource(l.resource_id) before on true
  returning edit_log_id
),
changed_resource as (
  update resource r
  set
    life_cycle_state_id = ${uuid(stateId)},
    version = r.version + 1,
    changed_at = case when l.is_proposal then r.changed_at else clock_timestamp() end
  from locked_resource l
  where r.resource_id = l.resource_id
  returning r.resource_id
),
${activityTables(
  writer,
  sql`select l.resource_id, l.graph_id, 'Update' as kind, l.is_proposal
  from locked_resource l`,
  sql`(select count(*) from log_entry) + (select count(*) from changed_resource)`,
)}
select 1
from locked_resource`);
}

/** The name of a state with its id, as the edit log of the platform where life cycles come from has it. */
function namedState(state: Statement): Statement {
  return sql`concat(
      coalesce(
        ${state}.name ->> 'en',
        (select min(t.value) from jsonb_each_text(case when jsonb_typeof(${state}.name) = 'object' then ${state}.name end) t),
        ${state}.name #>> '{}'
      ),
      ' (', ${state}.life_cycle_state_id, ')'
    )`;
}
