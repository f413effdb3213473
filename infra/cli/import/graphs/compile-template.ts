import type { NodeId } from '../../../../lib/model/ids.ts';
import type {
  CompiledTemplate,
  TemplatePart,
} from '../../../../lib/model/graphs/compiled-graph.ts';
import type { DescriptorTemplate, Node } from '../../../../lib/model/graphs/graph.ts';

/**
 * Splits a descriptor template at its placeholders, such as `<Node name>`. A placeholder without a node of that name in the nodegroup of
 * the template remains text.
 */
export function compileTemplate(
  { nodegroupId, template }: DescriptorTemplate,
  nodes: readonly Node[],
): CompiledTemplate {
  const nodeIdsByName = new Map<string, NodeId>();
  for (const node of nodes) {
    if (nodegroupId === null || node.nodegroupId !== nodegroupId) continue;
    const names = typeof node.name === 'string' ? [node.name] : Object.values(node.name);
    for (const name of names)
      if (name !== null && !nodeIdsByName.has(name)) nodeIdsByName.set(name, node.nodeId);
  }
  return { nodegroupId, parts: splitTemplate(template, nodeIdsByName) };
}

function splitTemplate(
  template: string,
  nodeIdsByName: ReadonlyMap<string, NodeId>,
): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  for (const piece of template.split(/(<[^<>]*>)/)) {
    const nodeId = /^<.*>$/s.test(piece) ? nodeIdsByName.get(piece.slice(1, -1)) : undefined;
    if (nodeId === undefined) {
      text += piece;
    } else {
      if (text !== '') parts.push({ kind: 'text', text });
      parts.push({ kind: 'node', nodeId });
      text = '';
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}
