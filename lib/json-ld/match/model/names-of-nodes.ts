import { pickText } from '../../../model/text.ts';
import type { ModelNode } from './model.ts';

/** The name of a node for whoever reads a problem. */
export function nameOf({ node }: ModelNode): string {
  return pickText(node.name, ['en']) ?? node.nodeId;
}
