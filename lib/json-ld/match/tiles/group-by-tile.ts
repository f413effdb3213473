import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { valueFormOf } from '../document/value-form.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import { createTooManyValuesProblem } from '../match-problems.ts';
import { canBeReadTogether, canBeValuePart } from '../values/value-parts.ts';
import { joinGroups, type JoinedGroups } from './join-groups.ts';

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
