import type { MeasureContext } from '../matching-contexts.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { ModelNode } from '../match-model.ts';
import { assignByElimination, type Capacity } from './eliminate.ts';
import {
  compareMismatches,
  noMismatch,
  sumMismatches,
  type Mismatch,
} from './compare-mismatches.ts';
import { createNodeCapacity } from './node-capacity.ts';

/** The nodes that can read each value group, each with its mismatch. */
export type Candidates = ReadonlyMap<ValueGroup, ReadonlyMap<ModelNode, Mismatch>>;

export type BestNodes = {
  readonly chosen: ReadonlyMap<ValueGroup, ModelNode>;
  /** The groups for which several nodes are left. */
  readonly undecided: ReadonlyMap<ValueGroup, readonly ModelNode[]>;
  /** The groups for which no node has capacity. */
  readonly excluded: readonly ValueGroup[];
  /** The smallest mismatch that any choice for all groups can have, including nodes without a value. */
  readonly mismatch: Mismatch;
};

/** The maximum number of instances of a node below one instance of its parent. */
type MaxInstances = (node: ModelNode) => number;

/**
 * Chooses for each value group of a predicate the node that matches it best and has capacity for it. If there is no capacity for
 * several groups with the same values, they count as one group.
 * @param maxInstancesOf can be more than the model allows, if more instances are stored
 * @throws TooAmbiguousError
 */
export function chooseBestNodes(
  candidates: Candidates,
  context: MeasureContext,
  maxInstancesOf: MaxInstances = ({ maxInstances }) => maxInstances,
): BestNodes {
  const best = chooseWithoutMerging(candidates, context, maxInstancesOf);
  if (best.excluded.length === 0) return best;
  const equalGroups = Map.groupBy(candidates.keys(), ({ values }) => context.keyOfValues(values));
  if (equalGroups.size === candidates.size) return best;
  const firstGroupOf = new Map(
    Array.from(equalGroups.values()).flatMap(([first, ...others]) =>
      first === undefined ? [] : [first, ...others].map((group) => [group, first] as const),
    ),
  );
  const firstGroups = new Set(firstGroupOf.values());
  const bestForFirstGroups = chooseWithoutMerging(
    new Map(Array.from(candidates).filter(([group]) => firstGroups.has(group))),
    context,
    maxInstancesOf,
  );
  const extendToAllGroups = <Choice>(
    byFirstGroup: ReadonlyMap<ValueGroup, Choice>,
  ): ReadonlyMap<ValueGroup, Choice> =>
    new Map(
      Array.from(firstGroupOf).flatMap(([group, first]) => {
        const choice = byFirstGroup.get(first);
        return choice === undefined ? [] : [[group, choice]];
      }),
    );
  return {
    ...bestForFirstGroups,
    chosen: extendToAllGroups(bestForFirstGroups.chosen),
    undecided: extendToAllGroups(bestForFirstGroups.undecided),
  };
}

function chooseWithoutMerging(
  candidates: Candidates,
  context: MeasureContext,
  maxInstancesOf: MaxInstances,
): BestNodes {
  const nodesByGroup = new Map(
    Array.from(candidates, ([group, nodes]) => [group, [...nodes.keys()]]),
  );
  const capacityElimination = assignByElimination(
    nodesByGroup,
    createNodeCapacities(candidates, context, maxInstancesOf),
    context,
  );
  const bestByGroup = new Map<ValueGroup, readonly ModelNode[]>();
  for (const [group, nodes] of candidates) {
    const onlyNode = capacityElimination.chosen.get(group);
    const remainingNodes =
      onlyNode === undefined ? capacityElimination.undecided.get(group) : [onlyNode];
    if (remainingNodes !== undefined)
      bestByGroup.set(group, selectBestMatches(remainingNodes, nodes));
  }
  const mismatchElimination = assignByElimination(
    bestByGroup,
    createNodeCapacities(candidates, context, maxInstancesOf),
    context,
    isRequired,
  );
  const chosen = new Map(mismatchElimination.chosen);
  const undecided = new Map(mismatchElimination.undecided);
  // Other groups use the best nodes of these groups, so another choice could be better.
  for (const group of mismatchElimination.excluded)
    undecided.set(group, capacityElimination.undecided.get(group) ?? []);
  for (const [group, nodes] of findGroupsForEmptyNodes(
    candidates,
    capacityElimination.undecided,
    chosen,
    undecided,
  )) {
    chosen.delete(group);
    undecided.set(group, nodes);
  }
  return {
    chosen,
    undecided,
    excluded: capacityElimination.excluded,
    mismatch: computeMinMismatch(candidates, bestByGroup, chosen, undecided),
  };
}

const isRequired = ({ requiredNodeCount }: ModelNode): boolean => requiredNodeCount > 0;

/** Creates the capacity of each node when it is first needed. */
function createNodeCapacities(
  candidates: Candidates,
  context: MeasureContext,
  maxInstancesOf: MaxInstances,
): (node: ModelNode) => Capacity {
  const capacities = new Map<ModelNode, Capacity>();
  return (node) => {
    const cachedCapacity = capacities.get(node);
    if (cachedCapacity !== undefined) return cachedCapacity;
    const groups = Array.from(candidates.keys()).filter((group) =>
      candidates.get(group)?.has(node),
    );
    const capacity = createNodeCapacity(groups, node, maxInstancesOf(node), context);
    capacities.set(node, capacity);
    return capacity;
  };
}

function selectBestMatches(
  nodes: readonly ModelNode[],
  mismatches: ReadonlyMap<ModelNode, Mismatch>,
): readonly ModelNode[] {
  const mismatchOf = (node: ModelNode): Mismatch => mismatches.get(node) ?? noMismatch;
  const [first, ...others] = nodes;
  let bestNodes = first === undefined ? [] : [first];
  for (const node of others) {
    const [bestSoFar = node] = bestNodes;
    const order = compareMismatches(mismatchOf(node), mismatchOf(bestSoFar));
    if (order < 0) bestNodes = [node];
    else if (order === 0) bestNodes.push(node);
  }
  return bestNodes;
}

/**
 * Finds the groups that could instead fill a required node that still has no value. Apart from missing values, that node matches at least
 * as well as the chosen one, so such a choice could be equally good.
 */
function findGroupsForEmptyNodes(
  candidates: Candidates,
  possibleNodes: BestNodes['undecided'],
  chosen: BestNodes['chosen'],
  undecided: BestNodes['undecided'],
): ReadonlyMap<ValueGroup, readonly ModelNode[]> {
  const filledNodes = new Set([...chosen.values(), ...Array.from(undecided.values()).flat()]);
  const groups = new Map<ValueGroup, readonly ModelNode[]>();
  for (const [group, chosenNode] of chosen) {
    const mismatchOf = (node: ModelNode): Mismatch => ({
      ...(candidates.get(group)?.get(node) ?? noMismatch),
      missingValues: 0,
    });
    const emptyNodes = (possibleNodes.get(group) ?? []).filter(
      (node) =>
        isRequired(node) &&
        !filledNodes.has(node) &&
        compareMismatches(mismatchOf(node), mismatchOf(chosenNode)) <= 0,
    );
    if (emptyNodes.length > 0) groups.set(group, [chosenNode, ...emptyNodes]);
  }
  return groups;
}

function computeMinMismatch(
  candidates: Candidates,
  bestByGroup: ReadonlyMap<ValueGroup, readonly ModelNode[]>,
  chosen: BestNodes['chosen'],
  undecided: BestNodes['undecided'],
): Mismatch {
  const filledNodes = new Set([...chosen.values(), ...Array.from(undecided.values()).flat()]);
  const groupMismatches = Array.from(bestByGroup, ([group, [node]]) =>
    node === undefined ? noMismatch : (candidates.get(group)?.get(node) ?? noMismatch),
  );
  return sumMismatches([
    ...groupMismatches,
    ...listMismatchesOfEmptyNodes(candidates, filledNodes),
  ]);
}

/** Returns the mismatch of a choice of nodes, including that of candidates without a value. */
export function mismatchOfChoice(
  candidates: Candidates,
  chosen: ReadonlyMap<ValueGroup, ModelNode>,
): Mismatch {
  const groupMismatches = Array.from(
    chosen,
    ([group, node]) => candidates.get(group)?.get(node) ?? noMismatch,
  );
  return sumMismatches([
    ...groupMismatches,
    ...listMismatchesOfEmptyNodes(candidates, new Set(chosen.values())),
  ]);
}

function listMismatchesOfEmptyNodes(
  candidates: Candidates,
  filledNodes: ReadonlySet<ModelNode>,
): readonly Mismatch[] {
  const nodes = new Set(
    Array.from(candidates.values()).flatMap((mismatchByNode) => [...mismatchByNode.keys()]),
  );
  return Array.from(nodes.difference(filledNodes), mismatchOfMissingNode);
}

/** Returns the mismatch of a document without a value of a node. */
export function mismatchOfMissingNode({ requiredNodeCount }: ModelNode): Mismatch {
  return { ...noMismatch, missingValues: requiredNodeCount };
}
