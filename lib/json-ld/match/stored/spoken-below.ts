import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Model } from '../model/model.ts';

/** What is stored below an instance, as far as the document speaks of it. */
export type SpokenBelow = (instance: NodeInstance) => readonly NodeInstance[];

/**
 * A document that need not have hidden nodegroups speaks of those of their tiles that it names, and of what hangs in these.
 * @param hidden such nodegroups
 * @param named the tiles that the document names
 */
export function spokenBelow(
  { nodes }: Model,
  hidden: ReadonlySet<string>,
  named: ReadonlySet<string>,
): SpokenBelow {
  if (hidden.size === 0) return ({ children }) => children;
  const isHidden = ({ node }: NodeInstance): boolean =>
    hidden.has(nodes.get(node.nodeId)?.nodegroup?.nodegroupId ?? '');
  return (instance) =>
    isHidden(instance)
      ? instance.children
      : instance.children.filter((child) => !isHidden(child) || named.has(child.tileId ?? ''));
}
