import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import { mayBeAbsent } from '../model/may-be-absent.ts';
import type { ModelNode } from '../model/model.ts';
import { mostInstances } from './assign-units.ts';
import { assign } from './assignment.ts';
import type { Assignment, Chooser } from './chooser.ts';
import { lackingCost } from './costs.ts';
import type { FitWorld } from './fit-world.ts';
import { questionOf, type Part, type Question } from './stored-question.ts';

type Chosen = ReadonlyMap<Unit, ModelNode>;

/**
 * Decides by what is stored how units are read that could be read in several ways equally well: so that nothing changes; else so
 * that fewer tiles change than by any other way.
 * @returns undefined where it decides nothing
 * @throws TooAmbiguousError
 */
export function decideByStored(
  matching: Matching,
  parent: Placed,
  choosers: readonly Chooser<Unit, ModelNode>[],
  assignment: Assignment<Unit, ModelNode>,
): Chosen | undefined {
  if (parent.stored === undefined) return undefined;
  const question = questionOf(matching, parent, assignment);
  const found = unchanged(matching, question) ?? fewestChanges(matching, question);
  if (found === undefined) return undefined;
  const chosen = new Map([...assignment.chosen, ...found]);
  return isAsGood(chosen, choosers, assignment, matching) ? chosen : undefined;
}

function repeatedParts(
  { fitWorld, world }: Matching,
  { units, partsOf }: Question,
): Assignment<Unit, Part> {
  const choosers = units.map((item) => ({
    item,
    choices: partsOf(item).map((place) => ({
      place,
      cost: mayBeAbsent(place.node, world) ? 1 : 0,
    })),
  }));
  return assign(
    choosers,
    ({ count }) => ({ capacity: count, emptyCost: 0 }),
    (one, other) => saying(one, fitWorld.identity) === saying(other, fitWorld.identity),
    fitWorld.steps,
  );
}

const saying = ({ values }: Unit, identity: Matching['fitWorld']['identity']): string =>
  values.map(identity).join(' ');

/** The way in which every unit repeats something that is stored, and everything is repeated that would go otherwise. */
function unchanged(matching: Matching, question: Question): Chosen | undefined {
  const { chosen } = repeatedParts(matching, question);
  const wouldGo = ({ node }: Part): boolean => !mayBeAbsent(node, matching.world);
  const repeated = Array.from(chosen.values()).filter(wouldGo).length;
  const count = question.parts.filter(wouldGo).reduce((sum, part) => sum + part.count, 0);
  if (chosen.size < question.units.length || count !== repeated) return undefined;
  return new Map(Array.from(chosen, ([unit, { node }]) => [unit, node]));
}

/** A tile that changes, or one that is new. */
type Change = { readonly node: ModelNode; readonly isNew: boolean; readonly count: number };

/**
 * The way by which the fewest tiles change, where there is one such way. Nodes of one tile change that tile, whichever of them
 * changes: between several of them nothing can be decided.
 */
function fewestChanges(matching: Matching, question: Question): Chosen | undefined {
  const inParent = Array.from(question.stored.keys()).filter(({ isTop }) => !isTop);
  if (inParent.length > 1 || question.hasElements) return undefined;
  const repeated = repeatedParts(matching, question);
  if (isOpen(repeated.open, ({ node }) => node)) return undefined;
  const rest = question.units.filter((unit) => !repeated.chosen.has(unit));
  const { fitWorld } = matching;
  const changes = changesOf(question, repeated, rest.length, fitWorld);
  const found = assign(
    rest.map((item) => ({
      item,
      choices: question
        .choicesOf(item)
        .flatMap((node) => changes.get(node) ?? [])
        .map((place) => ({ place, cost: place.isNew ? 1 : 0 })),
    })),
    ({ count }) => ({ capacity: count, emptyCost: 0 }),
    (one, other) => saying(one, fitWorld.identity) === saying(other, fitWorld.identity),
    fitWorld.steps,
  );
  if (found.chosen.size < rest.length || isOpen(found.open, ({ node }) => node)) return undefined;
  const replaced = Array.from(found.chosen.values()).filter(({ isNew }) => !isNew).length;
  const replaceable = Array.from(changes.values())
    .flat()
    .filter(({ isNew }) => !isNew);
  const unused = replaceable.reduce((sum, { count }) => sum + count, 0) - replaced;
  // Where tiles go and others come, to change one that stays could be as good.
  if (replaced < rest.length && unused > 0) return undefined;
  return new Map(
    Array.from<[Unit, { readonly node: ModelNode }]>([...repeated.chosen, ...found.chosen]).map(
      ([unit, { node }]) => [unit, node],
    ),
  );
}

function changesOf(
  { stored }: Question,
  { chosen }: Assignment<Unit, Part>,
  most: number,
  world: FitWorld,
): ReadonlyMap<ModelNode, readonly Change[]> {
  const repeated = Map.groupBy(chosen.values(), ({ node }) => node);
  return new Map(
    Array.from(stored, ([node, instances]) => {
      const stays = mayBeAbsent(node, world) && mostInstances(node) > 1;
      const left = stays ? 0 : instances.length - (repeated.get(node)?.length ?? 0);
      return [
        node,
        [
          { node, isNew: false, count: left },
          { node, isNew: true, count: Math.min(most, room(node, instances.length)) },
        ],
      ];
    }),
  );
}

/** How many more instances of a node there may be. */
const room = (node: ModelNode, stored: number): number => Math.max(0, mostInstances(node) - stored);

function isOpen<Place>(
  open: ReadonlyMap<Unit, readonly Place[]>,
  nodeOf: (place: Place) => ModelNode,
): boolean {
  return Array.from(open.values()).some((places) => new Set(places.map(nodeOf)).size > 1);
}

/** Whether nothing more speaks against a way than against the best. */
function isAsGood(
  chosen: Chosen,
  choosers: readonly Chooser<Unit, ModelNode>[],
  assignment: Assignment<Unit, ModelNode>,
  { fitWorld }: Matching,
): boolean {
  const taken = new Set(chosen.values());
  const tried = new Set(choosers.flatMap(({ choices }) => choices.map(({ place }) => place)));
  let cost = 0;
  for (const { item, choices } of choosers) {
    const node = chosen.get(item);
    cost += choices.find(({ place }) => place === node)?.cost ?? 0;
  }
  for (const node of tried) if (!taken.has(node)) cost += lackingCost(node, fitWorld);
  return cost === assignment.cost;
}
