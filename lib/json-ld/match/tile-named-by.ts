import { formOf } from './forms.ts';
import type { Matching } from './matching.ts';
import type { ModelNode } from './model.ts';
import type { Unit } from './units.ts';

/**
 * The id of the tile that a unit names, which would stand for a node that begins one: in its own `@id`, or else in that of a node
 * of the same tile that hangs in it.
 */
export function tileNamedBy(
  { name, values }: Unit,
  node: ModelNode,
  { reader: { names }, model }: Matching,
): string | undefined {
  if (name !== undefined && name.nodeId === node.nodeId) return name.tileId ?? undefined;
  for (const value of values) {
    if (value.kind === 'literal' || formOf(value, node, names) === undefined) continue;
    for (const below of value.properties.flatMap((property) => property.values)) {
      const inside = below.kind === 'node' ? names.nodeName(below.id) : undefined;
      const child = inside && model.nodes.get(inside.nodeId);
      if (child?.parent === node && !child.isTop) return inside?.tileId ?? undefined;
    }
  }
  return undefined;
}
