import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { candidateNodes } from '../document/candidates.ts';
import type { ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { isJoinable } from '../values/joined-values.ts';

/**
 * Finds the node of a group that stands for an orphan. An orphan is a stored tile whose parent tile is missing; documents have it at the
 * root. The group either names the node, or repeats a stored orphan and no instance that belongs to the root in the model.
 * @param candidates nodes below the root for which the group could stand
 * @returns undefined if the group stands for no orphan
 */
export function orphanNode(
  matching: Matching,
  parent: PlacedInstance,
  predicate: string,
  group: ValueGroup,
  candidates: readonly ModelNode[],
): ModelNode | undefined {
  const { model, index } = matching;
  if (parent.node !== model.root) return undefined;
  const named = group.uri && model.nodes.get(group.uri.nodeId);
  if (named !== undefined) {
    const isOrphan =
      named.beginsTile && named.parent !== model.root && named.predicate === predicate;
    return candidates.length === 0 && isOrphan ? named : undefined;
  }
  const orphans = index.orphans.get(predicate) ?? [];
  if (orphans.length === 0 || repeatsAtRoot(matching, group, candidates)) return undefined;
  const found = orphans.find((instance) => {
    const node = model.nodes.get(instance.node.nodeId);
    if (node === undefined) return false;
    return repeats(matching, group, node, [instance], candidates.length === 0);
  });
  return found && model.nodes.get(found.node.nodeId);
}

/** Whether a group repeats a stored instance that belongs to the root, in a tile that the document does not name. */
function repeatsAtRoot(
  matching: Matching,
  group: ValueGroup,
  nodes: readonly ModelNode[],
): boolean {
  const { index, namedTiles } = matching;
  return nodes.some((node) => {
    const unnamed = index
      .children(index.root, node.nodeId)
      .filter(({ tileId }) => tileId === null || !namedTiles.has(tileId));
    return repeats(matching, group, node, unnamed, false);
  });
}

/** Whether a group has the content of one of the stored instances of a node, or is an element of its value. */
function repeats(
  matching: Matching,
  group: ValueGroup,
  node: ModelNode,
  stored: readonly NodeInstance[],
  mayBeEmpty: boolean,
): boolean {
  if (stored.length === 0) return false;
  const { contents } = matching;
  const { key, terms, words } = contents.ofValues(group.values, node);
  const isEmpty = words.length === 0;
  if (isEmpty && !(mayBeEmpty && candidateNodes(group.values, [node], matching).length > 0))
    return false;
  const isElement = terms.length > 0 && isJoinable(group, node, matching);
  return stored.some((instance) => {
    const content = contents.ofStored(instance);
    return (
      content.key === key || (isElement && terms.every((term) => content.terms.includes(term)))
    );
  });
}
