import type { Matching, Placed } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import type { Unit } from '../document/units.ts';

/**
 * The node that a unit stands for whose parent is not there: a tile without its parent hangs in the root (resource-tree.ts). The
 * unit names it, or says what such a tile holds that is stored.
 */
export function hungNode(
  { model, index, contents }: Matching,
  parent: Placed,
  predicate: string,
  { name, values }: Unit,
): ModelNode | undefined {
  if (parent.node !== model.root) return undefined;
  const named = name && model.nodes.get(name.nodeId);
  if (named !== undefined) return isHung(named, predicate, model.root) ? named : undefined;
  const found = index.hung.get(predicate)?.find((instance) => {
    const node = model.nodes.get(instance.node.nodeId);
    const { key } = contents.ofStored(instance);
    return node !== undefined && key !== 0 && contents.ofValues(values, node).key === key;
  });
  return found && model.nodes.get(found.node.nodeId);
}

function isHung(node: ModelNode, predicate: string, root: ModelNode): boolean {
  return node.isTop && node.parent !== root && node.predicate === predicate;
}
