import type { LifeCycleDocument } from '../../../../lib/model/graphs/graph-document-schema.ts';
import type { LifeCycleState } from '../../../../lib/model/graphs/graph.ts';

/** Lists the states of a life cycle as rows of the table. */
export function listLifeCycleStates({
  id,
  name,
  resource_instance_lifecycle_states: states,
}: LifeCycleDocument): readonly LifeCycleState[] {
  return states.map((state) => ({
    life_cycle_state_id: state.id,
    life_cycle_id: id,
    life_cycle_name: name,
    name: state.name,
    action_label: state.action_label,
    is_initial: state.is_initial_state,
    can_edit: state.can_edit_resource_instances,
    can_delete: state.can_delete_resource_instances,
    next_state_ids: state.next_resource_instance_lifecycle_states,
    previous_state_ids: state.previous_resource_instance_lifecycle_states,
  }));
}
