import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { FitWorld } from '../choice/fit-world.ts';
import type { Unit } from '../document/units.ts';
import { appendTo, type ModelNode } from '../model/model.ts';
import type { Contents } from '../values/contents.ts';
import { areRightTogether, isJoinable, saidTerms } from '../values/joining.ts';

/** Units that stand for one instance. */
export type UnitGroup = readonly Unit[];

/**
 * Tells which of several units stand for one tile together, where each could have one of its own: what is stored decides, by the
 * fewest tiles that would change; else what can be read as one value is one.
 * @param pool the stored instances that the units may continue
 */
export function groupUnits(
  units: readonly Unit[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  { reader, storedTerms, steps }: FitWorld,
  contents: Contents,
): readonly UnitGroup[] {
  const joinable: Unit[] = [];
  const alone: UnitGroup[] = [];
  for (const unit of units) {
    if (isJoinable(unit, node, reader)) joinable.push(unit);
    else alone.push([unit]);
  }
  if (joinable.length < 2) return units.map((unit) => [unit]);
  steps.take(units.length + pool.length);
  const asStored = storedGroups(joinable, node, pool, contents);
  const taken = new Set(asStored.flat());
  const rest = joinable.filter((unit) => !taken.has(unit));
  const singles = (some: readonly Unit[]): readonly UnitGroup[] => some.map((unit) => [unit]);
  const isJoined = (some: readonly Unit[]): boolean =>
    some.length > 1 &&
    !repeatsItself(some, node, contents) &&
    areRightTogether(some, node, reader, storedTerms);
  const ways = [
    ...(isJoined(joinable) ? [[joinable]] : []),
    ...(asStored.length > 0 && isJoined(rest) ? [[...asStored, rest]] : []),
    ...(asStored.length > 0 ? [[...asStored, ...singles(rest)]] : []),
    singles(joinable),
  ].map((way) => [...way, ...alone]);
  return fewestChanges(ways, node, pool, contents);
}

/** Whether two of several units say the same, as no two elements of a list do. */
function repeatsItself(units: readonly Unit[], node: ModelNode, { ofValues }: Contents): boolean {
  const said = units.map((unit) => saidTerms(unit, ofValues(unit.values, node).terms).join('\n'));
  return new Set(said).size < said.length;
}

/** Units that together say exactly what a stored instance holds. */
function storedGroups(
  units: readonly Unit[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  { ofStored, ofValues }: Contents,
): readonly UnitGroup[] {
  const sayers = new Map<string, Unit[]>();
  for (const unit of units.toReversed()) {
    const { terms } = ofValues(unit.values, node);
    for (const term of saidTerms(unit, terms)) appendTo(sayers, term, unit);
  }
  return pool.flatMap((instance) => {
    const { terms } = ofStored(instance);
    const group = new Set(terms.flatMap((term) => sayers.get(term)?.at(-1) ?? []));
    if (terms.length === 0 || !terms.every((term) => (sayers.get(term)?.length ?? 0) > 0))
      return [];
    for (const term of terms) sayers.get(term)?.pop();
    return [[...group]];
  });
}

/** The first of the ways by which the fewest tiles change. */
function fewestChanges(
  ways: readonly (readonly UnitGroup[])[],
  node: ModelNode,
  pool: readonly NodeInstance[],
  { ofStored, ofValues }: Contents,
): readonly UnitGroup[] {
  const stored = new Map<number, number>();
  for (const instance of pool) {
    const { key } = ofStored(instance);
    stored.set(key, (stored.get(key) ?? 0) + 1);
  }
  const changes = (way: readonly UnitGroup[]): number => {
    const left = new Map(stored);
    const unchanged = way.filter((group) => {
      const { key } = ofValues(
        group.flatMap(({ values }) => values),
        node,
      );
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count > 0;
    });
    return Math.max(way.length, pool.length) - unchanged.length;
  };
  const counted = ways.map((way) => ({ way, count: changes(way) }));
  const fewest = Math.min(...counted.map(({ count }) => count));
  return counted.find(({ count }) => count === fewest)?.way ?? [];
}
