import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { canBeMissing, type ModelNode } from '../match-model.ts';
import { mismatchOfChoice, type BestNodes, type Candidates } from './choose-best-nodes.ts';
import { fixedCapacities, eliminate } from './eliminate.ts';
import { compareMismatches } from './compare-mismatches.ts';
import { collectStoredParts, type StoredPart, type StoredParts } from './stored-parts.ts';

type NodeChoice = ReadonlyMap<ValueGroup, ModelNode>;

/**
 * Chooses among nodes that match equally well by comparing with the stored tiles: it prefers the choice that changes nothing, otherwise
 * the only one that changes the fewest tiles.
 * @returns undefined if the stored tiles do not decide
 * @throws TooAmbiguousError
 */
export function chooseAsStored(
  matching: MatchingState,
  parent: PlacedInstance,
  candidates: Candidates,
  best: BestNodes,
): NodeChoice | undefined {
  if (parent.storedInstance === undefined) return undefined;
  const parts = collectStoredParts(matching, parent, best);
  const pairing = pairWithStoredParts(matching, parts);
  const storedChoice = isUnchanged(matching, parts, pairing)
    ? nodesOf(pairing.chosen)
    : chooseFewestChanges(matching, parts, pairing);
  if (storedChoice === undefined) return undefined;
  const chosen = new Map([...best.chosen, ...storedChoice]);
  return compareMismatches(mismatchOfChoice(candidates, chosen), best.mismatch) <= 0
    ? chosen
    : undefined;
}

type StoredPairing = {
  readonly chosen: ReadonlyMap<ValueGroup, StoredPart>;
  /** Whether a group could repeat a part of another node as well. */
  readonly isAmbiguous: boolean;
};

/** Pairs the groups with the stored parts that they repeat. Groups that repeat the same parts are interchangeable. */
function pairWithStoredParts(
  matching: MatchingState,
  { groups, partsOf }: StoredParts,
): StoredPairing {
  const repeatingGroups = groups.filter((group) => partsOf(group).length > 0);
  const capacityOf = fixedCapacities<StoredPart>(({ count }) => count);
  const { chosen, undecided } = eliminate(
    new Map(repeatingGroups.map((group) => [group, partsOf(group)])),
    capacityOf,
    matching,
  );
  const chosenParts = new Map(chosen);
  for (const [group, parts] of undecided) {
    const freeParts = parts.filter((part) => capacityOf(part).remaining(group) > 0);
    const part = freeParts.find((one) => isExpected(matching, one)) ?? freeParts[0];
    if (part === undefined) continue;
    chosenParts.set(group, part);
    capacityOf(part).use(group);
  }
  const undecidedParts = Array.from(undecided.values()).flat();
  const [anyGroup] = undecided.keys();
  const isAmbiguous =
    new Set(undecidedParts.map(({ node }) => node)).size > 1 &&
    undecidedParts.some(
      (part) => anyGroup !== undefined && capacityOf(part).remaining(anyGroup) > 0,
    );
  return { chosen: chosenParts, isAmbiguous };
}

const isExpected = ({ input }: MatchingState, { node }: StoredPart): boolean =>
  !canBeMissing(node, input.hiddenNodegroups);

/** Whether every group repeats a stored part, and the document has every stored part that it is not allowed to leave out. */
function isUnchanged(
  matching: MatchingState,
  { groups, parts }: StoredParts,
  { chosen }: StoredPairing,
) {
  const repeatedParts = Array.from(chosen.values()).filter((part) => isExpected(matching, part));
  const expectedParts = parts.filter((part) => isExpected(matching, part));
  return (
    chosen.size === groups.length &&
    repeatedParts.length === expectedParts.reduce((sum, { count }) => sum + count, 0)
  );
}

/**
 * Finds the choice that changes the fewest tiles. If several nodes are in the parent's tile, nothing can be decided, because each of
 * them changes the same tile.
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
  const repeatedNodes = Array.from(pairing.chosen.values(), ({ node }) => node);
  const instancesOf = (node: ModelNode): number => instancesByNode.get(node)?.length ?? 0;
  const replaceableCount = (node: ModelNode): number =>
    canBeMissing(node, matching.input.hiddenNodegroups) && node.maxInstances > 1
      ? 0
      : instancesOf(node) - countNode(repeatedNodes, node);
  const addableCount = (node: ModelNode): number =>
    Math.max(0, node.maxInstances - instancesOf(node));
  const remainingGroups = groups.filter((group) => !pairing.chosen.has(group));
  const choose = (capacityOf: (node: ModelNode) => number): NodeChoice | undefined => {
    const candidates = remainingGroups.map(
      (group) => [group, candidatesOf(group).filter((node) => capacityOf(node) > 0)] as const,
    );
    const { chosen, undecided, excluded } = eliminate(
      new Map(candidates),
      fixedCapacities(capacityOf),
      matching,
    );
    return undecided.size + excluded.length === 0 ? chosen : undefined;
  };
  const changedChoice =
    choose(replaceableCount) ?? choose((node) => replaceableCount(node) + addableCount(node));
  if (changedChoice === undefined) return undefined;
  const changedNodes = Array.from(changedChoice.values());
  const isReplaced = (node: ModelNode): boolean =>
    countNode(changedNodes, node) >= replaceableCount(node);
  const addsTiles = new Set(changedNodes)
    .values()
    .some((node) => countNode(changedNodes, node) > replaceableCount(node));
  // If tiles are both removed and added, changing a stored tile instead could be equally good.
  if (addsTiles && !Array.from(instancesByNode.keys()).every(isReplaced)) return undefined;
  return new Map([...nodesOf(pairing.chosen), ...changedChoice]);
}

const countNode = (nodes: readonly ModelNode[], node: ModelNode): number =>
  nodes.filter((one) => one === node).length;

const nodesOf = (chosen: ReadonlyMap<ValueGroup, StoredPart>): NodeChoice =>
  new Map(Array.from(chosen, ([group, { node }]) => [group, node]));
