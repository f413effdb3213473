import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { IncomingValue } from '../../incoming.ts';
import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import { mayBeAbsent } from '../model/may-be-absent.ts';
import type { ModelNode } from '../model/model.ts';
import type { Content } from '../values/contents.ts';
import { tooManyValues } from '../values/value-problems.ts';
import type { UnitGroup } from './grouping.ts';
import { shows } from './left-out.ts';
import { pair, pairEqual } from './pairing.ts';
import { planFor } from './plan-for.ts';
import { oneGroup, tileGroups, type NamedGroup } from './tile-groups.ts';
import { tileNamedBy } from './tile-named-by.ts';
import type { TilePlan } from './tile-plans.ts';
import { otherTile } from './tile-problems.ts';

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
  const here = units.filter(({ name, pointer }) => {
    const named = name?.nodeId === node.nodeId ? name.tileId : null;
    const tileId = plan === null ? null : (plan.named ?? plan.tileId);
    if (named === null || tileId === null || named === tileId) return true;
    matching.problems.push(otherTile(node, named, tileId, pointer));
    return false;
  });
  return here.length === 0 ? [] : [{ plan, units: oneGroup(matching, node, here) }];
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
  const tiles = new Map(
    units.map((unit) => [unit, tileNamedBy(unit, node, matching) ?? null] as const),
  );
  const taken = new Set(tiles.values());
  const pool = stored.filter(
    (instance) => !taken.has(instance.tileId) && isFree(matching, instance, isOne),
  );
  const groups = tileGroups(matching, node, tiles, pool, isOne);
  const unnamed = groups.filter(({ named }) => named === null);
  const contentOf = ({ group }: NamedGroup): Content => contents.ofValues(valuesOf(group), node);
  // What the document says besides them leaves such tiles as they are.
  const pairs =
    !isOne && mayBeAbsent(node, fitWorld)
      ? pairEqual(unnamed, contentOf, pool, contents)
      : pair(unnamed, contentOf, pool, contents, fitWorld.steps);
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

const valuesOf = (group: UnitGroup): readonly IncomingValue[] =>
  group.flatMap(({ values }) => values);

/** Whether a stored tile is there for what names none. What the document's shape cannot show is left alone. */
function isFree(matching: Matching, instance: NodeInstance, isOne: boolean): boolean {
  const { named, plans, reader } = matching;
  const { tileId } = instance;
  if (tileId === null || named.has(tileId)) return false;
  if (plans.byId(tileId)?.placed.has(instance.node.nodeId) === true) return false;
  return isOne || reader.prefersTexts || shows(matching, instance);
}
