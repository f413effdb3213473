import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { formOf } from '../document/forms.ts';
import type { Unit } from '../document/units.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { canBeJoined, isJoinable } from '../values/joining.ts';
import type { ValueReader } from '../values/read-value.ts';
import { tooManyValues } from '../values/value-problems.ts';
import { groupUnits, type UnitGroup } from './grouping.ts';

/** All units that stand for a node as one instance of it; what is too much is a problem. */
export function oneGroup(matching: Matching, node: ModelNode, units: readonly Unit[]): UnitGroup {
  if (units.length < 2) return units;
  const { reader, storedTerms, identity } = matching.fitWorld;
  const sayings = Map.groupBy(units, ({ values }) => values.map(identity).join(' '));
  const distinct = Array.from(sayings.values()).flatMap(([first]) => first ?? []);
  if (canBeJoined(distinct, node, reader, storedTerms)) return distinct;
  const [first, ...others] = distinct;
  if (others.length > 0 && units.every((unit) => isJoinable(unit, node, reader))) {
    matching.problems.push(tooManyValues(node, others[0]?.pointer ?? ''));
    return distinct.slice(0, 1);
  }
  matching.problems.push(...others.map(({ pointer }) => tooManyValues(node, pointer)));
  return first === undefined ? [] : [first];
}

const isDirect = ({ values }: Unit, node: ModelNode, { names }: ValueReader): boolean =>
  values.every((value) => formOf(value, node, names) === 'direct');

/**
 * The tile of each unit. Where one tile is named, the others are elements of the list that it holds: those of a list may have URIs
 * of their own or not. What another stored tile holds is none of them.
 */
function tilesOfElements(
  { reader, index, contents }: Matching,
  node: ModelNode,
  tiles: ReadonlyMap<Unit, string | null>,
  pool: readonly NodeInstance[],
): (unit: Unit) => string | null {
  const [named, another] = new Set(tiles.values()).difference(new Set([null]));
  const isList = Array.from(tiles.keys()).every((unit) => isDirect(unit, node, reader));
  if (named === undefined || another !== undefined || !isList)
    return (unit) => tiles.get(unit) ?? null;
  const termsOf = (instance: NodeInstance | undefined): readonly string[] =>
    instance === undefined ? [] : contents.ofStored(instance).terms;
  const elsewhere = new Set(pool.flatMap(termsOf)).difference(
    new Set(termsOf(index.instance(named, node.nodeId))),
  );
  return (unit) => {
    if (tiles.get(unit) === named) return named;
    const { terms } = contents.ofValues(unit.values, node);
    return terms.some((term) => elsewhere.has(term)) ? null : named;
  };
}

/** Units of one tile, and the id that the document gives it; null where it gives none. */
export type NamedGroup = { readonly named: string | null; readonly group: UnitGroup };

/** The units of each tile: those that name it, and of the others those that belong together. */
export function tileGroups(
  matching: Matching,
  node: ModelNode,
  tiles: ReadonlyMap<Unit, string | null>,
  pool: readonly NodeInstance[],
  isOne: boolean,
): readonly NamedGroup[] {
  const { fitWorld, contents } = matching;
  const units = Array.from(tiles.keys());
  const tileOf = tilesOfElements(matching, node, tiles, pool);
  const byTile = Map.groupBy(units, (unit) => tileOf(unit));
  const unnamed = byTile.get(null) ?? [];
  byTile.delete(null);
  const groups =
    unnamed.length > 0 && isOne
      ? [oneGroup(matching, node, unnamed)]
      : groupUnits(unnamed, node, pool, fitWorld, contents);
  const order = new Map(units.map((unit, place) => [unit, place]));
  const placeOf = ({ group: [first] }: NamedGroup): number => (first && order.get(first)) ?? 0;
  return [
    ...Array.from(byTile, ([tileId, group]) => ({ named: tileId, group })),
    ...groups.map((group) => ({ named: null, group })),
  ].sort((one, other) => placeOf(one) - placeOf(other));
}
