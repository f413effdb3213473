import type { Unit } from '../document/units.ts';
import type { ModelNode } from '../model/model.ts';
import { areRightTogether, isJoinable, languageOf } from '../values/joining.ts';
import { assign } from './assignment.ts';
import type { Assignment, Chooser, Room } from './chooser.ts';
import { lackingCost } from './costs.ts';
import type { FitWorld } from './fit-world.ts';

/** How many instances of a node may stand below one instance of its parent; what is stored there already may stay. */
export type MostInstances = (node: ModelNode) => number;

/** One, or any number where the node begins tiles of a nodegroup that may have several. */
export function mostInstances({ isTop, nodegroup }: ModelNode): number {
  return isTop && nodegroup?.cardinality === 'n' ? Number.POSITIVE_INFINITY : 1;
}

/**
 * Assigns the units of one predicate below one instance to nodes of the model. Of units that say the same, one stands for all
 * where there is no room for each.
 * @throws TooAmbiguousError
 */
export function assignUnits(
  all: readonly Chooser<Unit, ModelNode>[],
  most: MostInstances,
  world: FitWorld,
): Assignment<Unit, ModelNode> {
  const choosers = withoutTakenNodes(all, most, world);
  const whole = assignOnce(choosers, most, world);
  if (whole.chosen.size === choosers.length) return whole;
  const sayers = Map.groupBy(choosers, ({ item }) => sayingOf(item, world));
  if (sayers.size === choosers.length) return whole;
  const firsts = Array.from(sayers.values()).flatMap(([first]) => first ?? []);
  const found = assignOnce(firsts, most, world);
  const spread = <Found>(some: ReadonlyMap<Unit, Found>): ReadonlyMap<Unit, Found> =>
    new Map(
      Array.from(sayers.values()).flatMap((alike) => {
        const value = alike[0] && some.get(alike[0].item);
        return value === undefined ? [] : alike.map(({ item }) => [item, value] as const);
      }),
    );
  return { cost: found.cost, chosen: spread(found.chosen), open: spread(found.open) };
}

/**
 * Where a node has room for one instance, what says its value together leaves none for what would be an instance of its own, and
 * the other way round: who can stand for nothing else goes first.
 */
function withoutTakenNodes(
  choosers: readonly Chooser<Unit, ModelNode>[],
  most: MostInstances,
  { reader }: FitWorld,
): readonly Chooser<Unit, ModelNode>[] {
  const isJoined = new Map<ModelNode, boolean>();
  for (const { item, choices } of choosers) {
    const [only, another] = choices;
    if (only !== undefined && another === undefined && most(only.place) === 1)
      isJoined.set(only.place, isJoinable(item, only.place, reader));
  }
  if (isJoined.size === 0 || isJoined.size === choosers.length) return choosers;
  return choosers.map(({ item, choices }) => {
    const left = choices.filter(({ place }) => {
      const joined = isJoined.get(place);
      return joined === undefined || joined === isJoinable(item, place, reader);
    });
    return choices.length < 2 || left.length === 0 ? { item, choices } : { item, choices: left };
  });
}

const sayingOf = ({ values }: Unit, { identity }: FitWorld): string =>
  values.map(identity).join(' ');

function assignOnce(
  choosers: readonly Chooser<Unit, ModelNode>[],
  most: MostInstances,
  world: FitWorld,
): Assignment<Unit, ModelNode> {
  const rooms = new Map<ModelNode, Room>();
  const slots = new Map<ModelNode, (unit: Unit) => string>();
  for (const node of new Set(
    choosers.flatMap(({ choices }) => choices.map(({ place }) => place)),
  )) {
    const units = choosers
      .filter(({ choices }) => choices.some(({ place }) => place === node))
      .map(({ item }) => item);
    const { capacity, slotOf } = roomFor(units, node, most(node), world);
    rooms.set(node, { capacity, emptyCost: lackingCost(node, world) });
    if (slotOf !== undefined) slots.set(node, slotOf);
  }
  const slotted = choosers.map(({ item, choices }) => ({
    item,
    choices: choices.map((choice) => {
      const slotOf = slots.get(choice.place);
      return slotOf === undefined ? choice : { ...choice, slot: slotOf(item) };
    }),
  }));
  return assign(
    slotted,
    (node) => rooms.get(node) ?? { capacity: 0, emptyCost: 0 },
    (one, other) => sayingOf(one, world) === sayingOf(other, world),
    world.steps,
  );
}

/** For how many of the units that could stand for a node there is room, and for which. */
function roomFor(
  units: readonly Unit[],
  node: ModelNode,
  most: number,
  world: FitWorld,
): { readonly capacity: number; readonly slotOf?: (unit: Unit) => string } {
  const { reader, storedTerms } = world;
  if (most >= units.length) return { capacity: units.length };
  world.steps.take(units.length);
  const joinable = units.filter((unit) => isJoinable(unit, node, reader));
  if (joinable.length < 2) return { capacity: most };
  if (areRightTogether(joinable, node, reader, storedTerms)) return { capacity: units.length };
  const byLanguage = Map.groupBy(joinable, languageOf);
  const firsts = Array.from(byLanguage.values()).flatMap(([first]) => first ?? []);
  return byLanguage.size > 1 && most === 1 && areRightTogether(firsts, node, reader, storedTerms)
    ? { capacity: byLanguage.size, slotOf: languageOf }
    : { capacity: most };
}
