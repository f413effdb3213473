import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import { mayBeMissing, type ModelNode } from '../model.ts';
import { missingCost } from './assign-values.ts';
import { assign } from './assignment.ts';
import type { Assignment, Chooser } from './choices.ts';
import { openChoice, type OpenChoice, type StoredPart } from './open-choice.ts';

type Chosen = ReadonlyMap<ValueGroup, ModelNode>;

/**
 * Decides by what is stored between readings that cost the same: for the one that changes nothing, else for the one that changes
 * fewer tiles than any other.
 * @returns undefined where it decides nothing
 * @throws TooAmbiguousError
 */
export function decideByStored(
  matching: Matching,
  parent: PlacedInstance,
  choosers: readonly Chooser<ValueGroup, ModelNode>[],
  assignment: Assignment<ValueGroup, ModelNode>,
): Chosen | undefined {
  if (parent.stored === undefined) return undefined;
  const choice = openChoice(matching, parent, assignment);
  const found = unchanged(matching, choice) ?? fewestChanges(matching, choice);
  if (found === undefined) return undefined;
  const chosen = new Map([...assignment.chosen, ...found]);
  return costOfChoice(chosen, choosers) === assignment.cost ? chosen : undefined;
}

/** Something stored, or new, for which groups can stand, so many times. */
type CountedNode = { readonly node: ModelNode; readonly count: number };

function assignTo<Place extends CountedNode>(
  { identity, steps }: Matching,
  groups: readonly ValueGroup[],
  targetsOf: (group: ValueGroup) => readonly Place[],
  costOf: (target: Place) => bigint,
): Assignment<ValueGroup, Place> {
  return assign(
    groups.map((item) => ({
      item,
      choices: targetsOf(item).map((place) => ({ place, cost: costOf(place) })),
    })),
    ({ count }) => ({ capacity: count, emptyCost: 0n }),
    (one, other) => identity(one.values) === identity(other.values),
    steps,
  );
}

function repeatedParts(
  matching: Matching,
  { groups, partsOf }: OpenChoice,
): Assignment<ValueGroup, StoredPart> {
  const { hidden } = matching.input;
  return assignTo(matching, groups, partsOf, ({ node }) => (mayBeMissing(node, hidden) ? 1n : 0n));
}

/** The reading in which every group repeats something stored, and nothing stored is missing that must not be. */
function unchanged(matching: Matching, choice: OpenChoice): Chosen | undefined {
  const { chosen } = repeatedParts(matching, choice);
  const isExpected = ({ node }: StoredPart): boolean => !mayBeMissing(node, matching.input.hidden);
  const repeated = Array.from(chosen.values()).filter(isExpected).length;
  const expected = sumOf(choice.parts.filter(isExpected));
  if (chosen.size < choice.groups.length || expected !== repeated) return undefined;
  return nodesOf(chosen);
}

/** Stored instances that would change, or new ones. */
type Change = CountedNode & { readonly isNew: boolean };

/**
 * The reading that changes the fewest tiles, where there is only one such. Nodes of the same tile change that tile, whichever of them
 * changes: between several of them nothing can be decided.
 */
function fewestChanges(matching: Matching, choice: OpenChoice): Chosen | undefined {
  const inParentTile = Array.from(choice.stored.keys()).filter(({ beginsTile }) => !beginsTile);
  if (inParentTile.length > 1 || choice.hasElements) return undefined;
  const repeated = repeatedParts(matching, choice);
  if (isOpen(repeated)) return undefined;
  const rest = choice.groups.filter((group) => !repeated.chosen.has(group));
  const changes = possibleChanges(matching, choice, repeated, rest.length);
  const found = assignTo(
    matching,
    rest,
    (group) => choice.candidatesOf(group).flatMap((node) => changes.get(node) ?? []),
    ({ isNew }) => (isNew ? 1n : 0n),
  );
  if (found.chosen.size < rest.length || isOpen(found)) return undefined;
  const replaced = Array.from(found.chosen.values()).filter(({ isNew }) => !isNew).length;
  const replaceable = Array.from(changes.values())
    .flat()
    .filter(({ isNew }) => !isNew);
  // Where tiles go and others come, to change a tile that is there could be as good.
  if (replaced < rest.length && sumOf(replaceable) > replaced) return undefined;
  return new Map([...nodesOf(repeated.chosen), ...nodesOf(found.chosen)]);
}

function possibleChanges(
  { input }: Matching,
  { stored }: OpenChoice,
  { chosen }: Assignment<ValueGroup, StoredPart>,
  most: number,
): ReadonlyMap<ModelNode, readonly Change[]> {
  const repeated = Map.groupBy(chosen.values(), ({ node }) => node);
  return new Map(
    Array.from(stored, ([node, instances]) => {
      const stays = mayBeMissing(node, input.hidden) && node.mostInstances > 1;
      const left = stays ? 0 : instances.length - (repeated.get(node)?.length ?? 0);
      const room = Math.max(0, node.mostInstances - instances.length);
      const changes = [
        { node, isNew: false, count: left },
        { node, isNew: true, count: Math.min(most, room) },
      ];
      return [node, changes];
    }),
  );
}

const sumOf = (targets: readonly CountedNode[]): number =>
  targets.reduce((sum, { count }) => sum + count, 0);

const nodesOf = (chosen: ReadonlyMap<ValueGroup, CountedNode>): Chosen =>
  new Map(Array.from(chosen, ([group, { node }]) => [group, node]));

/** Whether a group could stand for several nodes. */
function isOpen({ open }: Assignment<ValueGroup, CountedNode>): boolean {
  return Array.from(open.values()).some(
    (targets) => new Set(targets.map(({ node }) => node)).size > 1,
  );
}

function costOfChoice(chosen: Chosen, choosers: readonly Chooser<ValueGroup, ModelNode>[]): bigint {
  const taken = new Set(chosen.values());
  const tried = new Set(choosers.flatMap(({ choices }) => choices.map(({ place }) => place)));
  let cost = 0n;
  for (const { item, choices } of choosers) {
    const node = chosen.get(item);
    cost += choices.find(({ place }) => place === node)?.cost ?? 0n;
  }
  for (const node of tried) if (!taken.has(node)) cost += missingCost(node);
  return cost;
}
