import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { findCandidateNodes } from '../document/candidate-nodes.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import { canBeValuePart } from '../values/value-parts.ts';

/**
 * Finds the node of a group that stands for an orphan. An orphan is a stored tile whose parent tile is missing; documents have it at the
 * root. The group either names the node, or repeats a stored orphan without repeating an instance that belongs to the root in the model.
 * @param candidates nodes below the root for which the group could stand
 * @returns undefined if the group stands for no orphan
 */
export function findOrphanNode(
  matching: MatchingState,
  parent: PlacedInstance,
  predicate: string,
  group: ValueGroup,
  candidates: readonly ModelNode[],
): ModelNode | undefined {
  const { model, index } = matching;
  if (parent.node !== model.root) return undefined;
  const namedNode = group.uri && model.nodes.get(group.uri.nodeId);
  if (namedNode !== undefined) {
    const isOrphan =
      namedNode.beginsTile && namedNode.parent !== model.root && namedNode.predicate === predicate;
    return candidates.length === 0 && isOrphan ? namedNode : undefined;
  }
  const orphans = index.orphans.get(predicate) ?? [];
  if (orphans.length === 0 || isRepeatedAtRoot(matching, group, candidates)) return undefined;
  const orphan = orphans.find((instance) => {
    const node = model.nodes.get(instance.node.nodeId);
    if (node === undefined) return false;
    return isRepetitionOfAny(matching, group, node, [instance], candidates.length === 0);
  });
  return orphan && model.nodes.get(orphan.node.nodeId);
}

/** Whether a group repeats a stored instance that belongs to the root, in a tile that the document does not name. */
function isRepeatedAtRoot(
  matching: MatchingState,
  group: ValueGroup,
  nodes: readonly ModelNode[],
): boolean {
  const { index, namedTileIds } = matching;
  return nodes.some((node) => {
    const unnamedInstances = index
      .childrenOf(index.root, node.nodeId)
      .filter(({ tileId }) => tileId === null || !namedTileIds.has(tileId));
    return isRepetitionOfAny(matching, group, node, unnamedInstances, false);
  });
}

/** Whether a group has the content of one of the stored instances of a node, or is an element of its value. */
function isRepetitionOfAny(
  matching: MatchingState,
  group: ValueGroup,
  node: ModelNode,
  storedInstances: readonly NodeInstance[],
  canBeEmpty: boolean,
): boolean {
  if (storedInstances.length === 0) return false;
  const { contents } = matching;
  const { key, terms, words } = contents.ofValues(group.values, node);
  const isEmpty = words.length === 0;
  if (isEmpty && !(canBeEmpty && findCandidateNodes(group.values, [node], matching).length > 0))
    return false;
  const isElement = terms.length > 0 && canBeValuePart(group, node, matching);
  return storedInstances.some((instance) => {
    const content = contents.ofStored(instance);
    return (
      content.key === key || (isElement && terms.every((term) => content.terms.includes(term)))
    );
  });
}
