import type { CostContext } from '../context.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../model.ts';
import { areValidTogether, isJoinable, groupLanguage } from '../values/joined-values.ts';
import { assign } from './assignment.ts';
import type { Assignment, Chooser, Room } from './choices.ts';

type GroupChooser = Chooser<ValueGroup, ModelNode>;
type GroupAssignment = Assignment<ValueGroup, ModelNode>;

/** How many instances of a node may be below one instance of its parent. */
type MostInstances = (node: ModelNode) => number;

const highestMissingCost = 1000;

/** The cost of a node for which a document has no value: the required values that would be missing. */
export function missingCost({ requiredNodes }: ModelNode): bigint {
  return BigInt(Math.min(requiredNodes, highestMissingCost));
}

/**
 * Assigns the value groups of one predicate below one instance to nodes of the model. Where there is no room for several groups with
 * the same values, one stands for all of them.
 * @param most more than the model allows where more is stored
 * @throws TooAmbiguousError
 */
export function assignValues(
  all: readonly GroupChooser[],
  context: CostContext,
  most: MostInstances = ({ mostInstances }) => mostInstances,
): GroupAssignment {
  const choosers = withoutTakenNodes(all, most, context);
  const whole = assignOnce(choosers, most, context);
  if (whole.chosen.size === choosers.length) return whole;
  const equal = Map.groupBy(choosers, ({ item }) => context.identity(item.values));
  if (equal.size === choosers.length) return whole;
  const firsts = Array.from(equal.values()).flatMap(([first]) => first ?? []);
  const found = assignOnce(firsts, most, context);
  const spread = <Found>(some: ReadonlyMap<ValueGroup, Found>): ReadonlyMap<ValueGroup, Found> =>
    new Map(
      Array.from(equal.values()).flatMap((choosers) => {
        const value = choosers[0] && some.get(choosers[0].item);
        return value === undefined ? [] : choosers.map(({ item }) => [item, value] as const);
      }),
    );
  return { cost: found.cost, chosen: spread(found.chosen), open: spread(found.open) };
}

/**
 * Where a node has room for one instance, groups that are parts of one value leave no room for a group that is an instance by itself,
 * and the other way round. Groups with one candidate go first.
 */
function withoutTakenNodes(
  choosers: readonly GroupChooser[],
  most: MostInstances,
  context: CostContext,
): readonly GroupChooser[] {
  const isJoined = new Map<ModelNode, boolean>();
  for (const { item, choices } of choosers) {
    const [only, another] = choices;
    if (only !== undefined && another === undefined && most(only.place) === 1)
      isJoined.set(only.place, isJoinable(item, only.place, context));
  }
  if (isJoined.size === 0 || isJoined.size === choosers.length) return choosers;
  return choosers.map(({ item, choices }) => {
    const left = choices.filter(({ place }) => {
      const joined = isJoined.get(place);
      return joined === undefined || joined === isJoinable(item, place, context);
    });
    return choices.length < 2 || left.length === 0 ? { item, choices } : { item, choices: left };
  });
}

function assignOnce(
  choosers: readonly GroupChooser[],
  most: MostInstances,
  context: CostContext,
): GroupAssignment {
  const rooms = new Map<ModelNode, Room>();
  const slots = new Map<ModelNode, (group: ValueGroup) => string>();
  for (const node of new Set(
    choosers.flatMap(({ choices }) => choices.map(({ place }) => place)),
  )) {
    const groups = choosers
      .filter(({ choices }) => choices.some(({ place }) => place === node))
      .map(({ item }) => item);
    const { capacity, slotOf } = roomFor(groups, node, most(node), context);
    rooms.set(node, { capacity, emptyCost: missingCost(node) });
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
    (node) => rooms.get(node) ?? { capacity: 0, emptyCost: 0n },
    (one, other) => context.identity(one.values) === context.identity(other.values),
    context.steps,
  );
}

/** For how many of the groups that could stand for a node there is room, and for which. */
function roomFor(
  groups: readonly ValueGroup[],
  node: ModelNode,
  most: number,
  context: CostContext,
): { readonly capacity: number; readonly slotOf?: (group: ValueGroup) => string } {
  if (most >= groups.length) return { capacity: groups.length };
  context.steps.take(groups.length);
  const joinable = groups.filter((group) => isJoinable(group, node, context));
  if (joinable.length < 2) return { capacity: most };
  if (areValidTogether(joinable, node, context)) return { capacity: groups.length };
  const byLanguage = Map.groupBy(joinable, groupLanguage);
  const firsts = Array.from(byLanguage.values()).flatMap(([first]) => first ?? []);
  return byLanguage.size > 1 && most === 1 && areValidTogether(firsts, node, context)
    ? { capacity: byLanguage.size, slotOf: groupLanguage }
    : { capacity: most };
}
