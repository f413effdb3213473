import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState } from '../matching-state.ts';
import { appendTo, type ModelNode } from '../match-model.ts';
import type { Contents } from '../values/contents.ts';
import { areValidTogether, canBeValuePart, ownTerms } from '../values/value-parts.ts';

/** Value groups that form one instance together. */
export type JoinedGroups = readonly ValueGroup[];

/**
 * Joins groups that form one tile together, although each could also be a tile by itself. It chooses the division that changes the fewest
 * stored tiles, and of several such divisions the one with the most joined groups.
 * @param freeInstances the stored instances that the groups can continue
 */
export function joinGroups(
  groups: readonly ValueGroup[],
  node: ModelNode,
  freeInstances: readonly NodeInstance[],
  matching: MatchingState,
): readonly JoinedGroups[] {
  const { contents, workLimit } = matching;
  const groupsByIsJoinable = Map.groupBy(groups, (group) => canBeValuePart(group, node, matching));
  const joinable = groupsByIsJoinable.get(true) ?? [];
  const toSeparateGroups = (groupsToSeparate: readonly ValueGroup[]): readonly JoinedGroups[] =>
    groupsToSeparate.map((group) => [group]);
  if (joinable.length < 2) return toSeparateGroups(groups);
  workLimit.countOrThrow(groups.length + freeInstances.length);
  const storedJoins = joinAsStored(joinable, node, freeInstances, contents);
  const groupsInStoredJoins = new Set(storedJoins.flat());
  const remainingGroups = joinable.filter((group) => !groupsInStoredJoins.has(group));
  const canBeOneInstance = (groupsToJoin: readonly ValueGroup[]): boolean =>
    groupsToJoin.length > 1 &&
    !repeatsTerms(groupsToJoin, node, contents) &&
    areValidTogether(groupsToJoin, node, matching);
  const divisions = [
    ...(canBeOneInstance(joinable) ? [[joinable]] : []),
    ...(storedJoins.length > 0 && canBeOneInstance(remainingGroups)
      ? [[...storedJoins, remainingGroups]]
      : []),
    ...(storedJoins.length > 0 ? [[...storedJoins, ...toSeparateGroups(remainingGroups)]] : []),
    toSeparateGroups(joinable),
  ];
  const separateGroups = toSeparateGroups(groupsByIsJoinable.get(false) ?? []);
  return findDivisionWithFewestChanges(
    divisions.map((division) => [...division, ...separateGroups]),
    node,
    freeInstances,
    contents,
  );
}

/** Whether two groups have the same terms. Elements of one list never have the same terms. */
function repeatsTerms(groups: readonly ValueGroup[], node: ModelNode, contents: Contents): boolean {
  const terms = groups.map((group) =>
    ownTerms(group, contents.ofValues(group.values, node).terms).join('\n'),
  );
  return new Set(terms).size < terms.length;
}

/** Joins groups that together have exactly the terms of a stored instance. */
function joinAsStored(
  groups: readonly ValueGroup[],
  node: ModelNode,
  freeInstances: readonly NodeInstance[],
  contents: Contents,
): readonly JoinedGroups[] {
  const byTerm = new Map<string, ValueGroup[]>();
  for (const group of groups.toReversed()) {
    const { terms } = contents.ofValues(group.values, node);
    for (const term of ownTerms(group, terms)) appendTo(byTerm, term, group);
  }
  return freeInstances.flatMap((instance) => {
    const { terms } = contents.ofStored(instance);
    const joinedGroups = new Set(terms.flatMap((term) => byTerm.get(term)?.at(-1) ?? []));
    if (terms.length === 0 || !terms.every((term) => (byTerm.get(term)?.length ?? 0) > 0))
      return [];
    for (const term of terms) byTerm.get(term)?.pop();
    return [[...joinedGroups]];
  });
}

/** Returns the first division that changes the fewest tiles. */
function findDivisionWithFewestChanges(
  divisions: readonly (readonly JoinedGroups[])[],
  node: ModelNode,
  freeInstances: readonly NodeInstance[],
  contents: Contents,
): readonly JoinedGroups[] {
  const storedCounts = new Map<number, number>();
  for (const instance of freeInstances) {
    const { key } = contents.ofStored(instance);
    storedCounts.set(key, (storedCounts.get(key) ?? 0) + 1);
  }
  const countChanges = (division: readonly JoinedGroups[]): number => {
    const remainingCounts = new Map(storedCounts);
    const unchangedTiles = division.filter((joinedGroups) => {
      const values = joinedGroups.flatMap((group) => group.values);
      const { key } = contents.ofValues(values, node);
      const count = remainingCounts.get(key) ?? 0;
      remainingCounts.set(key, count - 1);
      return count > 0;
    });
    return Math.max(division.length, freeInstances.length) - unchangedTiles.length;
  };
  const divisionsWithChanges = divisions.map((division) => ({
    division,
    changes: countChanges(division),
  }));
  const minChanges = Math.min(...divisionsWithChanges.map(({ changes }) => changes));
  return divisionsWithChanges.find(({ changes }) => changes === minChanges)?.division ?? [];
}
