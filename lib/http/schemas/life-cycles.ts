import * as z from 'zod';

import { uuidSchema } from './common.ts';

const stateFields = {
  action_label: z.string(),
  can_delete_resource_instances: z.boolean(),
  can_edit_resource_instances: z.boolean(),
  id: uuidSchema,
  is_initial_state: z.boolean(),
  name: z.string(),
};

const stateIds = {
  next_resource_instance_lifecycle_states: z.array(uuidSchema),
  previous_resource_instance_lifecycle_states: z.array(uuidSchema),
};

const lifeCycle = z
  .object({
    id: uuidSchema,
    name: z.string(),
    resource_instance_lifecycle_states: z.array(
      z.object({ ...stateFields, ...stateIds, resource_instance_lifecycle_id: uuidSchema }),
    ),
  })
  .meta({ id: 'LifeCycle', description: 'A life cycle with its states.' });

const stateWithLifeCycle = z.object({
  ...stateFields,
  ...stateIds,
  resource_instance_lifecycle: lifeCycle,
});

const state = z.object({
  ...stateFields,
  next_resource_instance_lifecycle_states: z.array(stateWithLifeCycle),
  previous_resource_instance_lifecycle_states: z.array(stateWithLifeCycle),
  resource_instance_lifecycle: lifeCycle,
});

/** The state of a resource instance; null without a life cycle. */
export const lifeCycleState = state.nullable();

/** The states before and after a change. */
export const lifeCycleStateChange = z
  .object({
    original_resource_instance_lifecycle_state: state.nullable(),
    current_resource_instance_lifecycle_state: state.nullable(),
  })
  .meta({ id: 'LifeCycleStateChange' });

/** The identifiers of a resource instance. */
export const resourceIdentifiers = z.array(
  z
    .object({
      id: z.int(),
      identifier: z.string(),
      identifier_type: z.string(),
      resourceid_id: uuidSchema,
      source: z.string(),
    })
    .meta({ id: 'ResourceIdentifier' }),
);

/** Whether a resource model is active. */
export const graphIsActive = z.boolean();
