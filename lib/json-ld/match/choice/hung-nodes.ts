import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { likelyNodes } from '../document/likely.ts';
import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { isJoinable } from '../values/joining.ts';

/**
 * The node that a unit stands for whose parent is not there: a tile without its parent hangs in the root (resource-tree.ts). The
 * unit names it, or says what such a tile holds that is stored, and no stored tile that hangs in the root by right.
 * @param likely nodes below the root for which the unit could stand
 */
export function hungNode(
  matching: Matching,
  parent: Placed,
  predicate: string,
  unit: Unit,
  likely: readonly ModelNode[],
): ModelNode | undefined {
  const { model, index } = matching;
  if (parent.node !== model.root) return undefined;
  const named = unit.name && model.nodes.get(unit.name.nodeId);
  if (named !== undefined) {
    const isHung = named.isTop && named.parent !== model.root && named.predicate === predicate;
    return likely.length === 0 && isHung ? named : undefined;
  }
  const hung = index.hung.get(predicate) ?? [];
  if (hung.length === 0 || isStoredBelow(matching, unit, likely)) return undefined;
  const found = hung.find((instance) => {
    const node = model.nodes.get(instance.node.nodeId);
    if (node === undefined) return false;
    return says(matching, unit, node, [instance], likely.length === 0);
  });
  return found && model.nodes.get(found.node.nodeId);
}

/** Whether a unit says what hangs in the root by right, and the document does not name. */
function isStoredBelow(matching: Matching, unit: Unit, nodes: readonly ModelNode[]): boolean {
  const { index, named } = matching;
  return nodes.some((node) => {
    const unnamed = index
      .below(index.root, node.nodeId)
      .filter(({ tileId }) => tileId === null || !named.has(tileId));
    return says(matching, unit, node, unnamed, false);
  });
}

/** Whether a unit says what one of some stored instances of a node holds, or an element of it. */
function says(
  { contents, reader }: Matching,
  unit: Unit,
  node: ModelNode,
  stored: readonly NodeInstance[],
  mayBeEmpty: boolean,
): boolean {
  if (stored.length === 0) return false;
  const { key, terms, words } = contents.ofValues(unit.values, node);
  if (words.length === 0 && !(mayBeEmpty && likelyNodes(unit.values, [node], reader).length > 0))
    return false;
  const isElement = terms.length > 0 && isJoinable(unit, node, reader);
  return stored.some((instance) => {
    const held = contents.ofStored(instance);
    return held.key === key || (isElement && terms.every((term) => held.terms.includes(term)));
  });
}
