import type { MeasureContext } from '../matching-contexts.ts';
import type { ValueGroup } from '../document/value-groups.ts';

/** How many value groups a target can still take. A target is a node of the model or a stored value. */
export type Capacity = {
  /** Returns how many groups with the values of this group the target can still take. */
  readonly remaining: (group: ValueGroup) => number;
  /**
   * Assigns a group to the target.
   * @returns whether this can reduce the capacity for other groups
   */
  readonly use: (group: ValueGroup) => boolean;
};

export type Elimination<Target> = {
  readonly chosen: ReadonlyMap<ValueGroup, Target>;
  /** The groups for which several targets are left. */
  readonly undecided: ReadonlyMap<ValueGroup, readonly Target[]>;
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
export function assignByElimination<Target>(
  choices: ReadonlyMap<ValueGroup, readonly Target[]>,
  capacityOf: (target: Target) => Capacity,
  { keyOfValues, workLimit }: Pick<MeasureContext, 'keyOfValues' | 'workLimit'>,
  isRequired: (target: Target) => boolean = () => false,
): Elimination<Target> {
  const chosen = new Map<ValueGroup, Target>();
  const excluded: ValueGroup[] = [];
  const undecided = new Map(Array.from(choices, ([group, targets]) => [group, new Set(targets)]));
  const groupsByTarget = new Map<Target, Set<ValueGroup>>();
  for (const [group, targets] of undecided) {
    workLimit.countOrThrow(targets.size);
    for (const target of targets)
      groupsByTarget.set(target, (groupsByTarget.get(target) ?? new Set()).add(group));
  }
  const groupsToCheck = Array.from(undecided.keys());

  const removeUndecided = (group: ValueGroup): void => {
    for (const target of undecided.get(group) ?? []) groupsByTarget.get(target)?.delete(group);
    undecided.delete(group);
  };
  const exclude = (group: ValueGroup): void => {
    removeUndecided(group);
    excluded.push(group);
  };
  const choose = (group: ValueGroup, target: Target): void => {
    removeUndecided(group);
    chosen.set(group, target);
    if (!capacityOf(target).use(group)) return;
    const otherGroups = Array.from(groupsByTarget.get(target) ?? []);
    workLimit.countOrThrow(otherGroups.length);
    for (const otherGroup of otherGroups) {
      if (capacityOf(target).remaining(otherGroup) > 0) continue;
      undecided.get(otherGroup)?.delete(target);
      groupsByTarget.get(target)?.delete(otherGroup);
      groupsToCheck.push(otherGroup);
    }
  };

  const chooseOnlyTargets = (): void => {
    for (const group of groupsToCheck) {
      const targets = undecided.get(group);
      if (targets === undefined || targets.size > 1) continue;
      const [first] = targets;
      if (first !== undefined && capacityOf(first).remaining(group) > 0) choose(group, first);
      else exclude(group);
    }
    groupsToCheck.length = 0;
  };

  const fillRequiredTargets = (): void => {
    for (const target of Array.from(groupsByTarget.keys()).filter(isRequired)) {
      const [group, another] = groupsByTarget.get(target) ?? [];
      const isFilled = Array.from(chosen.values()).includes(target);
      if (isFilled || group === undefined || another !== undefined) continue;
      choose(group, target);
      chooseOnlyTargets();
    }
  };

  const chooseForEqualGroups = (): void => {
    for (const equalGroups of Map.groupBy(undecided.keys(), ({ values }) =>
      keyOfValues(values),
    ).values()) {
      const [first] = equalGroups;
      const targets = first === undefined ? [] : Array.from(undecided.get(first) ?? []);
      if (first === undefined || targets.length === 0) continue;
      const remainingCapacities = targets.map((target) => capacityOf(target).remaining(first));
      const remainingCapacity = remainingCapacities.reduce((sum, count) => sum + count, 0);
      const isOnlyForEqualGroups = targets.every(
        (target) => groupsByTarget.get(target)?.size === equalGroups.length,
      );
      if (remainingCapacity < equalGroups.length) equalGroups.forEach(exclude);
      else if (remainingCapacity === equalGroups.length && isOnlyForEqualGroups) {
        const targetOfGroup = targets.flatMap((target, index) =>
          Array(remainingCapacities[index] ?? 0).fill(target),
        );
        for (const [index, group] of equalGroups.entries()) choose(group, targetOfGroup[index]);
      }
    }
  };

  chooseOnlyTargets();
  fillRequiredTargets();
  chooseForEqualGroups();
  const undecidedGroups = Array.from(
    undecided,
    ([group, targets]) => [group, Array.from(targets)] as const,
  );
  return { chosen, undecided: new Map(undecidedGroups), excluded };
}

/** The capacity of a target for a fixed number of groups, independent of their values. */
export type FixedCapacity = { readonly remaining: () => number; readonly use: () => boolean };

/** Creates capacities for a fixed number of groups per target. */
export function createFixedCapacities<Target>(
  countOf: (target: Target) => number,
): (target: Target) => FixedCapacity {
  const usedCounts = new Map<Target, number>();
  const remaining = (target: Target): number => countOf(target) - (usedCounts.get(target) ?? 0);
  return (target) => ({
    remaining: () => remaining(target),
    use: () => {
      usedCounts.set(target, (usedCounts.get(target) ?? 0) + 1);
      return remaining(target) <= 0;
    },
  });
}
