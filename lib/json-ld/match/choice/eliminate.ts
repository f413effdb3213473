import type { CostContext } from '../context.ts';
import type { ValueGroup } from '../document/value-groups.ts';

/** How many value groups a target can still take. A target is a node of the model or a stored value. */
export type Room = {
  /** Returns how many groups with the values of this group the target can still take. */
  readonly free: (group: ValueGroup) => number;
  /**
   * Assigns a group to the target.
   * @returns whether this can reduce the capacity for other groups
   */
  readonly take: (group: ValueGroup) => boolean;
};

export type Elimination<Place> = {
  readonly chosen: ReadonlyMap<ValueGroup, Place>;
  /** The groups for which several targets are left. */
  readonly open: ReadonlyMap<ValueGroup, readonly Place[]>;
  /** The groups for which no target has capacity. */
  readonly excluded: readonly ValueGroup[];
};

/**
 * Assigns value groups to targets by elimination alone:
 *
 * - a group with one possible target is assigned to it,
 * - a target without capacity is no longer possible for other groups,
 * - a required target takes the only group that is possible for it,
 * - equal groups are assigned together, if they fill their targets exactly.
 * @throws TooAmbiguousError
 */
export function eliminate<Place>(
  choices: ReadonlyMap<ValueGroup, readonly Place[]>,
  roomOf: (place: Place) => Room,
  { identity, workLimit }: Pick<CostContext, 'identity' | 'workLimit'>,
  isRequired: (place: Place) => boolean = () => false,
): Elimination<Place> {
  const chosen = new Map<ValueGroup, Place>();
  const excluded: ValueGroup[] = [];
  const open = new Map(Array.from(choices, ([group, places]) => [group, new Set(places)]));
  const groupsOf = new Map<Place, Set<ValueGroup>>();
  for (const [group, places] of open) {
    workLimit.count(places.size);
    for (const place of places) groupsOf.set(place, (groupsOf.get(place) ?? new Set()).add(group));
  }
  const changed = Array.from(open.keys());

  const close = (group: ValueGroup): void => {
    for (const place of open.get(group) ?? []) groupsOf.get(place)?.delete(group);
    open.delete(group);
  };
  const exclude = (group: ValueGroup): void => {
    close(group);
    excluded.push(group);
  };
  const choose = (group: ValueGroup, place: Place): void => {
    close(group);
    chosen.set(group, place);
    if (!roomOf(place).take(group)) return;
    const others = Array.from(groupsOf.get(place) ?? []);
    workLimit.count(others.length);
    for (const other of others) {
      if (roomOf(place).free(other) > 0) continue;
      open.get(other)?.delete(place);
      groupsOf.get(place)?.delete(other);
      changed.push(other);
    }
  };

  const chooseOnlyPlaces = (): void => {
    for (const group of changed) {
      const places = open.get(group);
      if (places === undefined || places.size > 1) continue;
      const [only] = places;
      if (only !== undefined && roomOf(only).free(group) > 0) choose(group, only);
      else exclude(group);
    }
    changed.length = 0;
  };

  const fillRequired = (): void => {
    for (const place of Array.from(groupsOf.keys()).filter(isRequired)) {
      const [group, another] = groupsOf.get(place) ?? [];
      const isFilled = Array.from(chosen.values()).includes(place);
      if (isFilled || group === undefined || another !== undefined) continue;
      choose(group, place);
      chooseOnlyPlaces();
    }
  };

  const placeEqual = (): void => {
    for (const equal of Map.groupBy(open.keys(), ({ values }) => identity(values)).values()) {
      const [first] = equal;
      const places = first === undefined ? [] : Array.from(open.get(first) ?? []);
      if (first === undefined || places.length === 0) continue;
      const free = places.map((place) => roomOf(place).free(first));
      const room = free.reduce((sum, count) => sum + count, 0);
      const isAlone = places.every((place) => groupsOf.get(place)?.size === equal.length);
      if (room < equal.length) equal.forEach(exclude);
      else if (room === equal.length && isAlone) {
        const targets = places.flatMap((place, index) => Array(free[index] ?? 0).fill(place));
        for (const [index, group] of equal.entries()) choose(group, targets[index]);
      }
    }
  };

  chooseOnlyPlaces();
  fillRequired();
  placeEqual();
  const left = Array.from(open, ([group, places]) => [group, Array.from(places)] as const);
  return { chosen, open: new Map(left), excluded };
}

/** Creates capacities for a fixed number of groups per target, independent of their values. */
export function countedRooms<Place>(countOf: (place: Place) => number): (place: Place) => Room {
  const taken = new Map<Place, number>();
  const free = (place: Place): number => countOf(place) - (taken.get(place) ?? 0);
  return (place) => ({
    free: () => free(place),
    take: () => {
      taken.set(place, (taken.get(place) ?? 0) + 1);
      return free(place) <= 0;
    },
  });
}
