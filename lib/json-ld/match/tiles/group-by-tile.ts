import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { valueFormOf } from '../document/value-form.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState } from '../matching-state.ts';
import { type ModelNode, appendTo } from '../match-model.ts';
import { createTooManyValuesProblem } from '../match-problems.ts';
import {
  canBeReadTogether,
  canBeValuePart,
  areValidTogether,
  ownTerms,
} from '../values/value-parts.ts';
import type { Contents } from '../values/contents.ts';

/** The value groups of one tile, and the tile id in the document, or null. */
export type TileGroups = { readonly idInDocument: string | null; readonly groups: JoinedGroups };

/**
 * Groups by tile the value groups of a node that begins tiles. Groups that name the same tile are in one tile, and so are groups without a
 * tile id that belong together.
 * @param tileIdByGroup the tile that each group names, or null
 * @param freeInstances the stored instances that groups without a tile id can stand for
 * @param isSingle whether groups without a tile id stand for one instance
 */
export function groupByTile(
  matching: MatchingState,
  node: ModelNode,
  tileIdByGroup: ReadonlyMap<ValueGroup, string | null>,
  freeInstances: readonly NodeInstance[],
  isSingle: boolean,
): readonly TileGroups[] {
  const allGroups = Array.from(tileIdByGroup.keys());
  const tileIdOf = createTileIdLookup(matching, node, tileIdByGroup, freeInstances);
  const byTile = Map.groupBy(allGroups, tileIdOf);
  const unnamedGroups = byTile.get(null) ?? [];
  byTile.delete(null);
  const joinedGroups =
    unnamedGroups.length > 0 && isSingle
      ? [joinToOneInstance(matching, node, unnamedGroups)]
      : joinGroups(unnamedGroups, node, freeInstances, matching);
  const positions = new Map(allGroups.map((group, position) => [group, position]));
  const positionOf = ({ groups: [first] }: TileGroups): number =>
    (first && positions.get(first)) ?? 0;
  return [
    ...Array.from(byTile, ([idInDocument, groups]): TileGroups => ({ idInDocument, groups })),
    ...joinedGroups.map((groups): TileGroups => ({ idInDocument: null, groups })),
  ].sort((left, right) => positionOf(left) - positionOf(right));
}

/** Joins all groups that stand for a node to one instance. Groups that cannot be joined are reported, and left out. */
export function joinToOneInstance(
  matching: MatchingState,
  node: ModelNode,
  groups: readonly ValueGroup[],
): JoinedGroups {
  if (groups.length < 2) return groups;
  const equalGroups = Map.groupBy(groups, ({ values }) => matching.keyOfValues(values));
  const distinctGroups = Array.from(equalGroups.values()).flatMap(([first]) => first ?? []);
  if (canBeReadTogether(distinctGroups, node, matching)) return distinctGroups;
  const [, ...others] = distinctGroups;
  const areParts = groups.every((group) => canBeValuePart(group, node, matching));
  for (const { pointer } of areParts ? others.slice(0, 1) : others)
    matching.problems.push(createTooManyValuesProblem(node, pointer));
  return distinctGroups.slice(0, 1);
}

/**
 * Creates a lookup of the tile id of each group. If the groups name only one tile, groups without a tile id are elements of the list in
 * that tile, because elements of one list can be with and without URIs. An element that is stored in another tile is not one of them.
 */
function createTileIdLookup(
  matching: MatchingState,
  node: ModelNode,
  tileIdByGroup: ReadonlyMap<ValueGroup, string | null>,
  freeInstances: readonly NodeInstance[],
): (group: ValueGroup) => string | null {
  const { index, contents, uris } = matching;
  const [namedTileId, anotherTileId] = new Set(tileIdByGroup.values()).difference(new Set([null]));
  const isList = Array.from(tileIdByGroup.keys()).every(({ values }) =>
    values.every((value) => valueFormOf(value, node, uris) === 'direct value'),
  );
  if (namedTileId === undefined || anotherTileId !== undefined || !isList)
    return (group) => tileIdByGroup.get(group) ?? null;
  const termsOf = (instance: NodeInstance | undefined): readonly string[] =>
    instance === undefined ? [] : contents.ofStored(instance).terms;
  const termsElsewhere = new Set(freeInstances.flatMap(termsOf)).difference(
    new Set(termsOf(index.findInstance(namedTileId, node.nodeId))),
  );
  return (group) => {
    if (tileIdByGroup.get(group) === namedTileId) return namedTileId;
    const { terms } = contents.ofValues(group.values, node);
    return terms.some((term) => termsElsewhere.has(term)) ? null : namedTileId;
  };
}

/** Value groups that form one instance together. */
type JoinedGroups = readonly ValueGroup[];

/**
 * Joins groups that form one tile together, although each could also be a tile by itself. It chooses the division that changes the fewest
 * stored tiles, and of several such divisions the one with the most joined groups.
 * @param freeInstances the stored instances that the groups can continue
 */
function joinGroups(
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
