import type { ModelNode } from './model.ts';

/** Counts the nodes of the same tile, a node and those below it, that need a value and would have none. */
export type RequiredBelow = (node: ModelNode) => number;

export function requiredBelow(): RequiredBelow {
  const known = new Map<ModelNode, number>();
  const count = (node: ModelNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = (node.node.isRequired ? 1 : 0) + requiredChildren(node, count);
    known.set(node, found);
    return found;
  };
  return (node) => (node.isTop || node.nodegroup === null ? 0 : count(node));
}

function requiredChildren({ children }: ModelNode, count: RequiredBelow): number {
  let found = 0;
  for (const siblings of children.values()) {
    for (const child of siblings)
      if (!child.isTop && child.nodegroup !== null) found += count(child);
  }
  return found;
}
