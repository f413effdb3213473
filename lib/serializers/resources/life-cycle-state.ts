import { pickText, type LocalizedText } from '../../model/pick-language.ts';
import type { ResourceState, StoredState } from '../../queries/resources/life-cycle-state.ts';

/**
 * Builds the document of the present state, in the layout of Arches 8: with the states that usually follow and precede, and all states of
 * the life cycle.
 * @param languages tags, preferred first, for names and labels
 * @returns null if the model has no life cycle
 */
export function lifeCycleStateDocument(
  { stateId, states }: Pick<ResourceState, 'stateId' | 'states'>,
  languages: readonly string[],
) {
  const state = states.find((one) => one.life_cycle_state_id === stateId);
  if (state === undefined) return null;
  const text = (value: LocalizedText): string => pickText(value, languages) ?? '';
  const fields = (one: StoredState) => ({
    action_label: text(one.action_label),
    can_delete_resource_instances: one.can_delete,
    can_edit_resource_instances: one.can_edit,
    id: one.life_cycle_state_id,
    is_initial_state: one.is_initial,
    name: text(one.name),
  });
  const lifeCycle = {
    id: state.life_cycle_id,
    name: text(state.life_cycle_name),
    resource_instance_lifecycle_states: states.map((one) => ({
      ...fields(one),
      next_resource_instance_lifecycle_states: one.next_state_ids,
      previous_resource_instance_lifecycle_states: one.previous_state_ids,
      resource_instance_lifecycle_id: one.life_cycle_id,
    })),
  };
  const describe = (ids: readonly string[]) =>
    states
      .filter((one) => ids.includes(one.life_cycle_state_id))
      .map((one) => ({
        ...fields(one),
        next_resource_instance_lifecycle_states: one.next_state_ids,
        previous_resource_instance_lifecycle_states: one.previous_state_ids,
        resource_instance_lifecycle: lifeCycle,
      }));
  return {
    ...fields(state),
    next_resource_instance_lifecycle_states: describe(state.next_state_ids),
    previous_resource_instance_lifecycle_states: describe(state.previous_state_ids),
    resource_instance_lifecycle: lifeCycle,
  };
}
