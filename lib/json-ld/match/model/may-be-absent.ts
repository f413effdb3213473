import type { MatchWorld } from '../match-world.ts';
import type { ModelNode } from './model.ts';

/** Whether a document need not have a node: what is stored of it stays where the document does not name or repeat it. */
export function mayBeAbsent(
  { nodegroup }: ModelNode,
  { hidden }: Pick<MatchWorld, 'hidden'>,
): boolean {
  return nodegroup !== null && hidden.has(nodegroup.nodegroupId);
}
