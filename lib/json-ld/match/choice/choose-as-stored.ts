import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { canBeMissing, type ModelNode } from '../match-model.ts';
import { mismatchOfChoice, type BestNodes, type Candidates } from './choose-best-nodes.ts';
import { createFixedCapacities, assignByElimination } from './eliminate.ts';
import { compareMismatches } from './compare-mismatches.ts';
import { collectStoredParts, type StoredPart, type StoredParts } from './stored-parts.ts';

type NodeChoice = ReadonlyMap<ValueGroup, ModelNode>;

/**
 * Chooses among nodes that match equally well by comparing with the stored tiles: it prefers the choice that changes nothing, otherwise
 * the one that changes the fewest tiles, if there is exactly one.
 * @returns undefined if the stored tiles do not decide
 * @throws TooAmbiguousError
 */
export function chooseAsStored(
  matching: MatchingState,
  parent: PlacedInstance,
  candidates: Candidates,
  bestNodes: BestNodes,
): NodeChoice | undefined {
  if (parent.storedInstance === undefined) return undefined;
  const parts = collectStoredParts(matching, parent, bestNodes);
  const pairing = pairWithStoredParts(matching, parts);
  const preferredChoice = isUnchanged(matching, parts, pairing)
    ? nodesOf(pairing.chosen)
    : chooseFewestChanges(matching, parts, pairing);
  if (preferredChoice === undefined) return undefined;
  const chosen = new Map([...bestNodes.chosen, ...preferredChoice]);
  return compareMismatches(mismatchOfChoice(candidates, chosen), bestNodes.mismatch) <= 0
    ? chosen
    : undefined;
}

type StoredPairing = {
  readonly chosen: ReadonlyMap<ValueGroup, StoredPart>;
  /** Whether a group could equally be paired with a part of another node. */
  readonly isAmbiguous: boolean;
};

/** Pairs the groups with the stored parts of the same content. Groups with the same content are interchangeable. */
function pairWithStoredParts(
  matching: MatchingState,
  { groups, partsOf }: StoredParts,
): StoredPairing {
  const groupsWithStoredParts = groups.filter((group) => partsOf(group).length > 0);
  const capacityOf = createFixedCapacities<StoredPart>(({ count }) => count);
  const { chosen, undecided } = assignByElimination(
    new Map(groupsWithStoredParts.map((group) => [group, partsOf(group)])),
    capacityOf,
    matching,
  );
  const chosenParts = new Map(chosen);
  for (const [group, parts] of undecided) {
    const freeParts = parts.filter((part) => capacityOf(part).remaining() > 0);
    const part =
      freeParts.find((freePart) => isDeletedIfMissing(matching, freePart)) ?? freeParts[0];
    if (part === undefined) continue;
    chosenParts.set(group, part);
    capacityOf(part).use();
  }
  const undecidedParts = Array.from(undecided.values()).flat();
  const isAmbiguous =
    new Set(undecidedParts.map(({ node }) => node)).size > 1 &&
    undecidedParts.some((part) => capacityOf(part).remaining() > 0);
  return { chosen: chosenParts, isAmbiguous };
}

/** Whether a document that leaves out the part deletes it. */
const isDeletedIfMissing = ({ input }: MatchingState, { node }: StoredPart): boolean =>
  !canBeMissing(node, input.hiddenNodegroups);

/** Whether every group has the content of a stored part, and the document has every stored part that it is not allowed to leave out. */
function isUnchanged(
  matching: MatchingState,
  { groups, parts }: StoredParts,
  { chosen }: StoredPairing,
) {
  const pairedParts = Array.from(chosen.values()).filter((part) =>
    isDeletedIfMissing(matching, part),
  );
  const expectedParts = parts.filter((part) => isDeletedIfMissing(matching, part));
  return (
    chosen.size === groups.length &&
    pairedParts.length === expectedParts.reduce((sum, { count }) => sum + count, 0)
  );
}

/**
 * Finds the choice that changes the fewest tiles. If several nodes are in the parent's tile, nothing can be decided, because choosing
 * any of them changes that one tile.
 * @returns undefined unless there is exactly one such choice
 */
function chooseFewestChanges(
  matching: MatchingState,
  { groups, candidatesOf, instancesByNode, hasElements }: StoredParts,
  pairing: StoredPairing,
): NodeChoice | undefined {
  const nodesInParentTile = Array.from(instancesByNode.keys()).filter(
    ({ beginsTile }) => !beginsTile,
  );
  if (nodesInParentTile.length > 1 || hasElements || pairing.isAmbiguous) return undefined;
  const pairedNodes = Array.from(pairing.chosen.values(), ({ node }) => node);
  const instancesOf = (node: ModelNode): number => instancesByNode.get(node)?.length ?? 0;
  // Stored tiles that a document may leave out are kept: if the node can have several, a new value becomes another tile.
  const replaceableCount = (node: ModelNode): number =>
    canBeMissing(node, matching.input.hiddenNodegroups) && node.maxInstances > 1
      ? 0
      : instancesOf(node) - countOccurrences(pairedNodes, node);
  const addableCount = (node: ModelNode): number =>
    Math.max(0, node.maxInstances - instancesOf(node));
  const remainingGroups = groups.filter((group) => !pairing.chosen.has(group));
  const choose = (countOf: (node: ModelNode) => number): NodeChoice | undefined => {
    const candidates = remainingGroups.map(
      (group) => [group, candidatesOf(group).filter((node) => countOf(node) > 0)] as const,
    );
    const { chosen, undecided, excluded } = assignByElimination(
      new Map(candidates),
      createFixedCapacities(countOf),
      matching,
    );
    return undecided.size + excluded.length === 0 ? chosen : undefined;
  };
  const changedChoice =
    choose(replaceableCount) ?? choose((node) => replaceableCount(node) + addableCount(node));
  if (changedChoice === undefined) return undefined;
  const changedNodes = Array.from(changedChoice.values());
  const nodes = Array.from(instancesByNode.keys());
  const addsTiles = nodes.some(
    (node) => countOccurrences(changedNodes, node) > replaceableCount(node),
  );
  const removesTiles = nodes.some(
    (node) => countOccurrences(changedNodes, node) < replaceableCount(node),
  );
  // A tile that is added and one that is removed could also be one tile that is changed, so the choice is not certain.
  if (addsTiles && removesTiles) return undefined;
  return new Map([...nodesOf(pairing.chosen), ...changedChoice]);
}

const countOccurrences = (nodes: readonly ModelNode[], node: ModelNode): number =>
  nodes.filter((candidate) => candidate === node).length;

const nodesOf = (chosen: ReadonlyMap<ValueGroup, StoredPart>): NodeChoice =>
  new Map(Array.from(chosen, ([group, { node }]) => [group, node]));
