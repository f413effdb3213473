import type { StoredTile } from '../../../model/change/stored-resource.ts';
import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { hasValueInTile } from '../../shape.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { writtenValues } from '../values/terms.ts';
import type { DocumentTile } from './document-tiles.ts';

/**
 * Finds the stored tiles that are missing in a document, and therefore are deleted. A tile that the shape of the document cannot express
 * is only deleted together with its parent tile. Tiles of hidden nodegroups in the input are never deleted.
 */
export function missingTiles(matching: Matching): readonly TileId[] {
  const { input, tiles, model } = matching;
  if (input.missing === 'keep') return [];
  const byParent = Map.groupBy(input.stored, ({ parentTileId }) => parentTileId);
  const missing = new Set<TileId>();
  const pending = input.stored.filter(
    (tile) => model.members.has(tile.nodegroupId) && isShown(matching, tile),
  );
  for (let tile = pending.pop(); tile !== undefined; tile = pending.pop()) {
    if (missing.has(tile.tileId) || tiles.byId(tile.tileId) !== undefined) continue;
    if (input.hidden.has(tile.nodegroupId)) continue;
    missing.add(tile.tileId);
    pending.push(...(byParent.get(tile.tileId) ?? []));
  }
  return input.stored.map(({ tileId }) => tileId).filter((tileId) => missing.has(tileId));
}

/** Removes the value of a node that is missing in a document, unless the shape of the document cannot express the value. */
export function removeMissingValue(matching: Matching, node: ModelNode, tile: DocumentTile): void {
  const value = tile.data.get(node.nodeId) ?? null;
  if (value === null) return;
  const written = matching.prefersTexts
    ? node.datatype.textCodec.write(value, matching.validation)
    : writtenValues(value, node, matching);
  if (written.length > 0) tile.data.set(node.nodeId, null);
}

/** Whether a document of this shape includes a stored tile. */
function isShown(matching: Matching, { tileId, nodegroupId }: StoredTile): boolean {
  if (matching.prefersTexts) return true;
  return (matching.model.members.get(nodegroupId) ?? [])
    .filter(({ beginsTile }) => beginsTile)
    .some(({ nodeId }) => {
      const instance = matching.index.instance(tileId, nodeId);
      return instance !== undefined && isInstanceWritten(matching, instance);
    });
}

/** Whether a document of this shape includes a stored instance. */
export function isInstanceWritten(matching: Matching, instance: NodeInstance): boolean {
  if (matching.prefersTexts) return true;
  const node = matching.model.nodes.get(instance.node.nodeId);
  if (node === undefined || node.datatype.linkedCodec.kind === 'container') return true;
  if (writtenValues(instance.value, node, matching).length > 0) return true;
  if (node.beginsTile && hasValueInTile(instance)) return true;
  return matching.index
    .expectedChildren(instance)
    .some((child) => isInstanceWritten(matching, child));
}
