import { formOf } from '../document/forms.ts';
import type { Unit } from '../document/units.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import type { StoredIndex } from '../stored/stored-index.ts';

/**
 * The id of the tile that a unit names, which would stand for a node that begins one: in its own `@id`, or else in that of a node
 * that hangs in it, which is in the same tile, or in one that is stored below it.
 */
export function tileNamedBy(
  { name, values }: Unit,
  node: ModelNode,
  { reader: { names }, model, index }: Matching,
): string | undefined {
  if (name !== undefined && name.nodeId === node.nodeId) return name.tileId ?? undefined;
  for (const value of values) {
    if (value.kind === 'literal' || formOf(value, node, names) === undefined) continue;
    for (const below of value.properties.flatMap((property) => property.values)) {
      const inside = below.kind === 'node' ? names.nodeName(below.id) : undefined;
      const child = inside && model.nodes.get(inside.nodeId);
      if (inside === undefined || child?.parent !== node || inside.tileId === null) continue;
      const tileId = child.isTop ? parentOf(inside.tileId, node, index) : inside.tileId;
      if (tileId !== undefined) return tileId;
    }
  }
  return undefined;
}

/** The stored tile, of the nodegroup that a node begins, in which another one hangs. */
function parentOf(tileId: string, node: ModelNode, { tiles }: StoredIndex): string | undefined {
  const parentTileId = tiles.get(tileId)?.parentTileId ?? null;
  const parent = parentTileId === null ? undefined : tiles.get(parentTileId);
  return parent?.nodegroupId === node.nodegroup?.nodegroupId ? parent?.tileId : undefined;
}
