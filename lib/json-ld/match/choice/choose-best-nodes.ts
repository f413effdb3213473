import type { CostContext } from '../context.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../model.ts';
import { eliminate, type Room } from './eliminate.ts';
import { compareMismatches, noMismatch, sumOfMismatches, type Mismatch } from './mismatch.ts';
import { nodeRoom } from './node-room.ts';

/** The nodes that can read each value group, each with its mismatch. */
export type Candidates = ReadonlyMap<ValueGroup, ReadonlyMap<ModelNode, Mismatch>>;

export type BestNodes = {
  readonly chosen: ReadonlyMap<ValueGroup, ModelNode>;
  /** The groups for which several nodes are left. */
  readonly open: ReadonlyMap<ValueGroup, readonly ModelNode[]>;
  /** The groups for which no node has capacity. */
  readonly excluded: readonly ValueGroup[];
  /** The smallest mismatch that any choice for all groups can have, including nodes without a value. */
  readonly mismatch: Mismatch;
};

/** The maximum number of instances of a node below one instance of its parent. */
type MostInstances = (node: ModelNode) => number;

/**
 * Chooses for each value group of a predicate the node that matches it best and has capacity for it. If there is no capacity for
 * several groups with the same values, they count as one group.
 * @param most can be more than the model allows, if more instances are stored
 * @throws TooAmbiguousError
 */
export function chooseBestNodes(
  candidates: Candidates,
  context: CostContext,
  most: MostInstances = ({ mostInstances }) => mostInstances,
): BestNodes {
  const best = chooseEach(candidates, context, most);
  if (best.excluded.length === 0) return best;
  const equal = Map.groupBy(candidates.keys(), ({ values }) => context.identity(values));
  if (equal.size === candidates.size) return best;
  const firstOf = new Map(
    Array.from(equal.values()).flatMap(([first, ...others]) =>
      first === undefined ? [] : [first, ...others].map((group) => [group, first] as const),
    ),
  );
  const firsts = new Set(firstOf.values());
  const ofFirsts = chooseEach(
    new Map(Array.from(candidates).filter(([group]) => firsts.has(group))),
    context,
    most,
  );
  const forAll = <Found>(some: ReadonlyMap<ValueGroup, Found>): ReadonlyMap<ValueGroup, Found> =>
    new Map(
      Array.from(firstOf).flatMap(([group, first]) => {
        const found = some.get(first);
        return found === undefined ? [] : [[group, found]];
      }),
    );
  return { ...ofFirsts, chosen: forAll(ofFirsts.chosen), open: forAll(ofFirsts.open) };
}

function chooseEach(candidates: Candidates, context: CostContext, most: MostInstances): BestNodes {
  const nodesOf = new Map(Array.from(candidates, ([group, nodes]) => [group, [...nodes.keys()]]));
  const possible = eliminate(nodesOf, nodeRooms(candidates, context, most), context);
  const best = new Map<ValueGroup, readonly ModelNode[]>();
  for (const [group, nodes] of candidates) {
    const only = possible.chosen.get(group);
    const left = only === undefined ? possible.open.get(group) : [only];
    if (left !== undefined) best.set(group, bestOf(left, nodes));
  }
  const found = eliminate(best, nodeRooms(candidates, context, most), context, isRequired);
  const chosen = new Map(found.chosen);
  const open = new Map(found.open);
  // Other groups use the best nodes of these groups, so another choice could be better.
  for (const group of found.excluded) open.set(group, possible.open.get(group) ?? []);
  for (const [group, nodes] of groupsForEmptyNodes(candidates, possible.open, chosen, open)) {
    chosen.delete(group);
    open.set(group, nodes);
  }
  return {
    chosen,
    open,
    excluded: possible.excluded,
    mismatch: leastMismatch(candidates, best, chosen, open),
  };
}

const isRequired = ({ requiredNodes }: ModelNode): boolean => requiredNodes > 0;

/** Creates the capacity of each node when it is first needed. */
function nodeRooms(
  candidates: Candidates,
  context: CostContext,
  most: MostInstances,
): (node: ModelNode) => Room {
  const rooms = new Map<ModelNode, Room>();
  return (node) => {
    const known = rooms.get(node);
    if (known !== undefined) return known;
    const groups = Array.from(candidates.keys()).filter((group) =>
      candidates.get(group)?.has(node),
    );
    const room = nodeRoom(groups, node, most(node), context);
    rooms.set(node, room);
    return room;
  };
}

function bestOf(
  nodes: readonly ModelNode[],
  mismatches: ReadonlyMap<ModelNode, Mismatch>,
): readonly ModelNode[] {
  const mismatchOf = (node: ModelNode): Mismatch => mismatches.get(node) ?? noMismatch;
  const [first, ...others] = nodes;
  let best = first === undefined ? [] : [first];
  for (const node of others) {
    const [known = node] = best;
    const order = compareMismatches(mismatchOf(node), mismatchOf(known));
    if (order < 0) best = [node];
    else if (order === 0) best.push(node);
  }
  return best;
}

/**
 * Finds the groups that could also fill a required node without a value, with no other mismatch than missing values. Such a choice could
 * be equally good.
 */
function groupsForEmptyNodes(
  candidates: Candidates,
  possible: BestNodes['open'],
  chosen: BestNodes['chosen'],
  open: BestNodes['open'],
): ReadonlyMap<ValueGroup, readonly ModelNode[]> {
  const filled = new Set([...chosen.values(), ...Array.from(open.values()).flat()]);
  const groups = new Map<ValueGroup, readonly ModelNode[]>();
  for (const [group, own] of chosen) {
    const mismatchOf = (node: ModelNode): Mismatch => ({
      ...(candidates.get(group)?.get(node) ?? noMismatch),
      missingValues: 0,
    });
    const empty = (possible.get(group) ?? []).filter(
      (node) =>
        isRequired(node) &&
        !filled.has(node) &&
        compareMismatches(mismatchOf(node), mismatchOf(own)) <= 0,
    );
    if (empty.length > 0) groups.set(group, [own, ...empty]);
  }
  return groups;
}

function leastMismatch(
  candidates: Candidates,
  best: ReadonlyMap<ValueGroup, readonly ModelNode[]>,
  chosen: BestNodes['chosen'],
  open: BestNodes['open'],
): Mismatch {
  const filled = new Set([...chosen.values(), ...Array.from(open.values()).flat()]);
  const ofGroups = Array.from(best, ([group, [node]]) =>
    node === undefined ? noMismatch : (candidates.get(group)?.get(node) ?? noMismatch),
  );
  return sumOfMismatches([...ofGroups, ...mismatchOfEmpty(candidates, filled)]);
}

/** The mismatch of a choice of nodes, including that of candidates without a value. */
export function mismatchOfReading(
  candidates: Candidates,
  chosen: ReadonlyMap<ValueGroup, ModelNode>,
): Mismatch {
  const ofGroups = Array.from(
    chosen,
    ([group, node]) => candidates.get(group)?.get(node) ?? noMismatch,
  );
  return sumOfMismatches([...ofGroups, ...mismatchOfEmpty(candidates, new Set(chosen.values()))]);
}

function mismatchOfEmpty(
  candidates: Candidates,
  filled: ReadonlySet<ModelNode>,
): readonly Mismatch[] {
  const nodes = new Set(Array.from(candidates.values()).flatMap((some) => [...some.keys()]));
  return Array.from(nodes.difference(filled), mismatchOfMissing);
}

/** The mismatch of a document without a value of a node. */
export function mismatchOfMissing({ requiredNodes }: ModelNode): Mismatch {
  return { ...noMismatch, missingValues: requiredNodes };
}
