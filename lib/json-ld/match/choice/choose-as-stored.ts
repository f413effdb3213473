import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import { mayBeMissing, type ModelNode } from '../model.ts';
import { mismatchOfReading, type BestNodes, type Candidates } from './choose-best-nodes.ts';
import { countedRooms, eliminate } from './eliminate.ts';
import { compareMismatches } from './mismatch.ts';
import { storedParts, type StoredPart, type StoredParts } from './stored-parts.ts';

type Chosen = ReadonlyMap<ValueGroup, ModelNode>;

/**
 * Chooses among nodes that match equally well by comparing with the stored tiles: it prefers the choice that changes nothing, otherwise
 * the only one that changes the fewest tiles.
 * @returns undefined if the stored tiles do not decide
 * @throws TooAmbiguousError
 */
export function chooseAsStored(
  matching: Matching,
  parent: PlacedInstance,
  candidates: Candidates,
  best: BestNodes,
): Chosen | undefined {
  if (parent.stored === undefined) return undefined;
  const parts = storedParts(matching, parent, best);
  const repeated = repeatStored(matching, parts);
  const found = changesNothing(matching, parts, repeated)
    ? nodesOf(repeated.chosen)
    : fewestChanges(matching, parts, repeated);
  if (found === undefined) return undefined;
  const chosen = new Map([...best.chosen, ...found]);
  return compareMismatches(mismatchOfReading(candidates, chosen), best.mismatch) <= 0
    ? chosen
    : undefined;
}

type Repeated = {
  readonly chosen: ReadonlyMap<ValueGroup, StoredPart>;
  /** Whether a group could repeat a part of another node as well. */
  readonly isOpen: boolean;
};

/** Pairs the groups with the stored parts that they repeat. Groups that repeat the same parts are interchangeable. */
function repeatStored(matching: Matching, { groups, partsOf }: StoredParts): Repeated {
  const repeating = groups.filter((group) => partsOf(group).length > 0);
  const roomOf = countedRooms<StoredPart>(({ count }) => count);
  const { chosen, open } = eliminate(
    new Map(repeating.map((group) => [group, partsOf(group)])),
    roomOf,
    matching,
  );
  const all = new Map(chosen);
  for (const [group, parts] of open) {
    const free = parts.filter((part) => roomOf(part).free(group) > 0);
    const part = free.find((one) => isExpected(matching, one)) ?? free[0];
    if (part === undefined) continue;
    all.set(group, part);
    roomOf(part).take(group);
  }
  const openParts = Array.from(open.values()).flat();
  const [anyGroup] = open.keys();
  const isOpen =
    new Set(openParts.map(({ node }) => node)).size > 1 &&
    openParts.some((part) => anyGroup !== undefined && roomOf(part).free(anyGroup) > 0);
  return { chosen: all, isOpen };
}

const isExpected = ({ input }: Matching, { node }: StoredPart): boolean =>
  !mayBeMissing(node, input.hidden);

/** Whether every group repeats a stored part, and the document has every stored part that it is not allowed to leave out. */
function changesNothing(matching: Matching, { groups, parts }: StoredParts, { chosen }: Repeated) {
  const repeated = Array.from(chosen.values()).filter((part) => isExpected(matching, part));
  const expected = parts.filter((part) => isExpected(matching, part));
  return (
    chosen.size === groups.length &&
    repeated.length === expected.reduce((sum, { count }) => sum + count, 0)
  );
}

/**
 * Finds the choice that changes the fewest tiles. If several nodes are in the parent's tile, nothing can be decided, because each of
 * them changes the same tile.
 * @returns undefined unless there is exactly one such choice
 */
function fewestChanges(
  matching: Matching,
  { groups, candidatesOf, stored, hasElements }: StoredParts,
  repeated: Repeated,
): Chosen | undefined {
  const inParentTile = Array.from(stored.keys()).filter(({ beginsTile }) => !beginsTile);
  if (inParentTile.length > 1 || hasElements || repeated.isOpen) return undefined;
  const repeatedNodes = Array.from(repeated.chosen.values(), ({ node }) => node);
  const instancesOf = (node: ModelNode): number => stored.get(node)?.length ?? 0;
  const replaceable = (node: ModelNode): number =>
    mayBeMissing(node, matching.input.hidden) && node.mostInstances > 1
      ? 0
      : instancesOf(node) - countOf(repeatedNodes, node);
  const addable = (node: ModelNode): number => Math.max(0, node.mostInstances - instancesOf(node));
  const rest = groups.filter((group) => !repeated.chosen.has(group));
  const choose = (roomOf: (node: ModelNode) => number): Chosen | undefined => {
    const possible = rest.map(
      (group) => [group, candidatesOf(group).filter((node) => roomOf(node) > 0)] as const,
    );
    const { chosen, open, excluded } = eliminate(new Map(possible), countedRooms(roomOf), matching);
    return open.size + excluded.length === 0 ? chosen : undefined;
  };
  const changed = choose(replaceable) ?? choose((node) => replaceable(node) + addable(node));
  if (changed === undefined) return undefined;
  const changedNodes = Array.from(changed.values());
  const isReplaced = (node: ModelNode): boolean => countOf(changedNodes, node) >= replaceable(node);
  const addsTiles = new Set(changedNodes)
    .values()
    .some((node) => countOf(changedNodes, node) > replaceable(node));
  // If tiles are both removed and added, changing a stored tile instead could be equally good.
  if (addsTiles && !Array.from(stored.keys()).every(isReplaced)) return undefined;
  return new Map([...nodesOf(repeated.chosen), ...changed]);
}

const countOf = (nodes: readonly ModelNode[], node: ModelNode): number =>
  nodes.filter((one) => one === node).length;

const nodesOf = (chosen: ReadonlyMap<ValueGroup, StoredPart>): Chosen =>
  new Map(Array.from(chosen, ([group, { node }]) => [group, node]));
