/** The state and the identifiers of a header, as its members in JSON. */
export type StatedParts = {
  readonly stateId?: string | undefined;
  readonly identifiers?: readonly unknown[] | undefined;
};

/** The members of a record that its state and identifiers become. A resource instance without them has none. */
export function statedMembers({ stateId, identifiers }: StatedParts) {
  return {
    ...(stateId === undefined ? {} : { resource_instance_lifecycle_state_id: stateId }),
    ...(identifiers === undefined ? {} : { identifiers }),
  };
}
