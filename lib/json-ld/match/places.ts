import type { NodeInstance } from '../../model/resource-tree.ts';
import { groupUnits, type UnitGroup } from './grouping.ts';
import { canBeJoined, isJoinable } from './joining.ts';
import { shows } from './left-out.ts';
import type { Matching, Placed } from './matching.ts';
import { appendTo, type ModelNode } from './model.ts';
import { pair } from './pairing.ts';
import { otherTile } from './tile-problems.ts';
import { tooManyValues } from './value-problems.ts';
import { planFor } from './plan-for.ts';
import type { TilePlan } from './tile-plans.ts';
import { tileNamedBy } from './tile-named-by.ts';
import type { Unit } from './units.ts';

/** Where an instance of a node stands: in which tile, or in none. */
export type Place = { readonly plan: TilePlan | null; readonly units: readonly Unit[] };

/** The places of all units that stand for a node below one instance. */
export function placesOf(
  matching: Matching,
  parent: Placed,
  node: ModelNode,
  units: readonly Unit[],
): readonly Place[] {
  return node.isTop
    ? tilePlaces(matching, parent, node, units)
    : placeInParent(matching, parent, node, units);
}

/** A node whose parent is in the same tile, or in none. */
function placeInParent(
  matching: Matching,
  parent: Placed,
  node: ModelNode,
  units: readonly Unit[],
): readonly Place[] {
  const plan = node.nodegroup === null ? null : parent.plan;
  const inOther = units.filter(({ name }) => {
    const tileId = name?.tileId ?? null;
    return plan !== null && tileId !== null && tileId !== (plan.named ?? plan.tileId);
  });
  for (const { name, pointer } of inOther)
    matching.problems.push(otherTile(node, name?.tileId ?? '', plan?.tileId ?? '', pointer));
  const here = units.filter((unit) => !inOther.includes(unit));
  return here.length === 0 ? [] : [{ plan, units: oneGroup(matching, node, here) }];
}

/** All units as one instance; what is too much is a problem. */
function oneGroup(matching: Matching, node: ModelNode, units: readonly Unit[]): UnitGroup {
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

/** A node that begins tiles. */
function tilePlaces(
  matching: Matching,
  parent: Placed,
  node: ModelNode,
  units: readonly Unit[],
): readonly Place[] {
  const { index, contents, fitWorld } = matching;
  const stored = index.below(parent.stored, node.nodeId);
  const isOne = node.nodegroup?.cardinality === '1' && stored.length < 2;
  const pool = stored.filter((instance) => isFree(matching, instance, isOne));
  const groups = groupsOf(matching, node, units, pool, isOne);
  const unnamed = groups.filter(({ named }) => named === null);
  const pairs = pair(
    unnamed,
    ({ group }) => contents.ofValues(valuesOf(group), node),
    pool,
    contents,
    fitWorld.steps,
  );
  const most = node.nodegroup?.cardinality === '1' ? Math.max(1, stored.length) : groups.length;
  for (const { group } of groups.slice(most))
    matching.problems.push(tooManyValues(node, group[0]?.pointer ?? ''));
  return groups.slice(0, most).flatMap((one) => {
    const plan = planFor(matching, parent, node, {
      named: one.named,
      continued: pairs.get(one),
      pointer: one.group[0]?.pointer ?? '',
    });
    return plan === undefined ? [] : [{ plan, units: one.group }];
  });
}

const valuesOf = (group: UnitGroup) => group.flatMap(({ values }) => values);

/** Whether a stored tile is there for what names none. What the document's shape cannot show is left alone. */
function isFree(matching: Matching, instance: NodeInstance, isOne: boolean): boolean {
  const { named, plans, reader } = matching;
  const { tileId } = instance;
  if (tileId === null || named.has(tileId)) return false;
  if (plans.byId(tileId)?.placed.has(instance.node.nodeId) === true) return false;
  return isOne || reader.prefersTexts || shows(matching, instance);
}

type NamedGroup = { readonly named: string | null; readonly group: UnitGroup };

function groupsOf(
  matching: Matching,
  node: ModelNode,
  units: readonly Unit[],
  pool: readonly NodeInstance[],
  isOne: boolean,
): readonly NamedGroup[] {
  const { reader } = matching;
  const byTile = new Map<string, Unit[]>();
  const unnamed: Unit[] = [];
  for (const unit of units) {
    const tileId = tileNamedBy(unit, node, matching);
    if (tileId === undefined) unnamed.push(unit);
    else appendTo(byTile, tileId, unit);
  }
  const [tile, another] = byTile;
  // Elements of a list, some of which have a URI of their own and some not.
  if (tile !== undefined && another === undefined && unnamed.length > 0) {
    const [named, some] = tile;
    const isList = [...some, ...unnamed].every((unit) => isJoinable(unit, node, reader));
    if (isList) return [{ named, group: [...some, ...unnamed] }];
  }
  const groups = isOne
    ? unnamed.length === 0
      ? []
      : [oneGroup(matching, node, unnamed)]
    : groupUnits(unnamed, node, pool, matching.fitWorld, matching.contents);
  return [
    ...Array.from(byTile, ([named, group]) => ({ named, group })),
    ...groups.map((group) => ({ named: null, group })),
  ].sort((one, other) => units.indexOf(one.group[0]!) - units.indexOf(other.group[0]!));
}
