import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';

const localizedTextSchema = z.union([z.string(), z.record(z.string(), z.string().nullable())]);

/** A state, as a row of the table. */
const lifeCycleStateSchema = z
  .object({
    life_cycle_state_id: z.string(),
    life_cycle_id: z.string(),
    life_cycle_name: localizedTextSchema,
    name: localizedTextSchema,
    action_label: localizedTextSchema,
    is_initial: z.boolean(),
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    next_state_ids: z.array(z.string()),
    previous_state_ids: z.array(z.string()),
  })
  .readonly();

export type StoredState = z.output<typeof lifeCycleStateSchema>;

/** All states of a life cycle, the initial one first; none without a life cycle. */
export const lifeCycleStatesSchema = z
  .array(lifeCycleStateSchema)
  .nullable()
  .transform((states) => states ?? []);

/** An expression: all states of the life cycle of the state `s`, the initial one first. */
export const statesOfLifeCycle = sql`(
    select jsonb_agg(to_jsonb(o) order by o.is_initial desc, o.life_cycle_state_id)
    from life_cycle_state o
    where o.life_cycle_id = s.life_cycle_id
  )`;

const resourceStateSchema = z
  .object({
    mayReadSomething: z.boolean(),
    mayView: z.boolean(),
    /** The id of the present state; null without a life cycle. */
    stateId: z.string().nullable(),
    states: lifeCycleStatesSchema,
  })
  .readonly();

/** The state of a resource instance, with the other states of its life cycle. */
export type ResourceState = z.output<typeof resourceStateSchema>;

/** Finds the state of a resource instance in the life cycle of its model. */
export function findResourceState(
  caller: Caller,
  resourceId: ResourceId,
): RowsQuery<ResourceState> {
  return oneRow(
    sql`select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`coalesce(p.can_view, false)`)},
  'mayView', coalesce(p.can_view, false),
  'stateId', s.life_cycle_state_id,
  'states', ${statesOfLifeCycle}
)::text
from (select) one_row
left join resource_permission(${int(caller)}, ${uuid(resourceId)}) p on true
left join lateral (
  select c.*
  from state_of_resource(${uuid(resourceId)}) c
  where p.can_view
) s on true`,
    resourceStateSchema,
  );
}
