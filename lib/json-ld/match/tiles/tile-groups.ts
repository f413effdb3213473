import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { formOf } from '../document/forms.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { tooManyValues } from '../problems.ts';
import { canBeJoined, isJoinable } from '../values/joined-values.ts';
import { joinValues, type JoinedGroups } from './join-values.ts';

/** The value groups of one tile, and the tile id in the document, or null. */
export type TileGroups = { readonly givenId: string | null; readonly groups: JoinedGroups };

/**
 * Divides the value groups of a node that begins tiles into tiles: groups that name the same tile, and groups without a tile id that belong
 * together.
 * @param tileIds the tile that each group names, or null
 * @param pool the stored instances that groups without a tile id can continue
 */
export function tileGroups(
  matching: Matching,
  node: ModelNode,
  tileIds: ReadonlyMap<ValueGroup, string | null>,
  pool: readonly NodeInstance[],
  isSingle: boolean,
): readonly TileGroups[] {
  const all = Array.from(tileIds.keys());
  const tileIdOf = withElements(matching, node, tileIds, pool);
  const byTile = Map.groupBy(all, tileIdOf);
  const unnamed = byTile.get(null) ?? [];
  byTile.delete(null);
  const joined =
    unnamed.length > 0 && isSingle
      ? [oneInstance(matching, node, unnamed)]
      : joinValues(unnamed, node, pool, matching);
  const positions = new Map(all.map((group, position) => [group, position]));
  const positionOf = ({ groups: [first] }: TileGroups): number =>
    (first && positions.get(first)) ?? 0;
  return [
    ...Array.from(byTile, ([givenId, groups]): TileGroups => ({ givenId, groups })),
    ...joined.map((groups): TileGroups => ({ givenId: null, groups })),
  ].sort((one, other) => positionOf(one) - positionOf(other));
}

/** Joins all groups that stand for a node to one instance. Groups that cannot be joined are reported, and left out. */
export function oneInstance(
  matching: Matching,
  node: ModelNode,
  groups: readonly ValueGroup[],
): JoinedGroups {
  if (groups.length < 2) return groups;
  const equal = Map.groupBy(groups, ({ values }) => matching.identity(values));
  const distinct = Array.from(equal.values()).flatMap(([first]) => first ?? []);
  if (canBeJoined(distinct, node, matching)) return distinct;
  const [, ...others] = distinct;
  const areParts = groups.every((group) => isJoinable(group, node, matching));
  for (const { pointer } of areParts ? others.slice(0, 1) : others)
    matching.problems.push(tooManyValues(node, pointer));
  return distinct.slice(0, 1);
}

/**
 * Creates a lookup of the tile id of each group. If the groups name only one tile, groups without a tile id are elements of the list in
 * that tile, because elements of one list can be with and without URIs. An element that is stored in another tile is not one of them.
 */
function withElements(
  matching: Matching,
  node: ModelNode,
  tileIds: ReadonlyMap<ValueGroup, string | null>,
  pool: readonly NodeInstance[],
): (group: ValueGroup) => string | null {
  const { index, contents, uris } = matching;
  const [named, another] = new Set(tileIds.values()).difference(new Set([null]));
  const isList = Array.from(tileIds.keys()).every(({ values }) =>
    values.every((value) => formOf(value, node, uris) === 'direct value'),
  );
  if (named === undefined || another !== undefined || !isList)
    return (group) => tileIds.get(group) ?? null;
  const termsOf = (instance: NodeInstance | undefined): readonly string[] =>
    instance === undefined ? [] : contents.ofStored(instance).terms;
  const elsewhere = new Set(pool.flatMap(termsOf)).difference(
    new Set(termsOf(index.instance(named, node.nodeId))),
  );
  return (group) => {
    if (tileIds.get(group) === named) return named;
    const { terms } = contents.ofValues(group.values, node);
    return terms.some((term) => elsewhere.has(term)) ? null : named;
  };
}
