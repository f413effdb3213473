import type { StoredTile } from '../../../model/change/stored-resource.ts';
import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { hasValueInTile } from '../../resource-shape.ts';
import type { MatchingState } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import { linkedValuesOf } from '../values/terms.ts';
import type { DocumentTile } from './document-tiles.ts';

/**
 * Finds the stored tiles that are missing in a document, and therefore are deleted. A tile that the shape of the document cannot express
 * is only deleted together with its parent tile. Tiles of `input.hiddenNodegroups` are never deleted.
 * @rule Writing: Which tiles does a JSON-LD document delete by leaving them out?
 */
export function findMissingTiles(matching: MatchingState): readonly TileId[] {
  const { input, tiles, model } = matching;
  if (input.missingTiles === 'keep') return [];
  const byParent = Map.groupBy(input.storedTiles, ({ parentTileId }) => parentTileId);
  const missingTileIds = new Set<TileId>();
  const pending = input.storedTiles.filter(
    (tile) => model.nodesByNodegroup.has(tile.nodegroupId) && isTileWritten(matching, tile),
  );
  for (let tile = pending.pop(); tile !== undefined; tile = pending.pop()) {
    if (missingTileIds.has(tile.tileId) || tiles.byId(tile.tileId) !== undefined) continue;
    if (input.hiddenNodegroups.has(tile.nodegroupId)) continue;
    missingTileIds.add(tile.tileId);
    pending.push(...(byParent.get(tile.tileId) ?? []));
  }
  return input.storedTiles
    .map(({ tileId }) => tileId)
    .filter((tileId) => missingTileIds.has(tileId));
}

/** Removes the value of a node that is missing in a document, unless the shape of the document cannot express the value. */
export function removeMissingValue(
  matching: MatchingState,
  node: ModelNode,
  tile: DocumentTile,
): void {
  const value = tile.data.get(node.nodeId) ?? null;
  if (value === null) return;
  const writtenValues = matching.isSpecificationShape
    ? node.datatype.textCodec.write(value, matching.validation)
    : linkedValuesOf(value, node, matching);
  if (writtenValues.length > 0) tile.data.set(node.nodeId, null);
}

/** Whether a document of this shape includes a stored tile. */
function isTileWritten(matching: MatchingState, { tileId, nodegroupId }: StoredTile): boolean {
  if (matching.isSpecificationShape) return true;
  return (matching.model.nodesByNodegroup.get(nodegroupId) ?? [])
    .filter(({ beginsTile }) => beginsTile)
    .some(({ nodeId }) => {
      const instance = matching.index.findInstance(tileId, nodeId);
      return instance !== undefined && isInstanceWritten(matching, instance);
    });
}

/** Whether a document of this shape includes a stored instance. */
export function isInstanceWritten(matching: MatchingState, instance: NodeInstance): boolean {
  if (matching.isSpecificationShape) return true;
  const node = matching.model.nodes.get(instance.node.nodeId);
  if (node === undefined || node.datatype.linkedCodec.kind === 'container') return true;
  if (linkedValuesOf(instance.value, node, matching).length > 0) return true;
  if (node.beginsTile && hasValueInTile(instance)) return true;
  return matching.index
    .expectedChildren(instance)
    .some((child) => isInstanceWritten(matching, child));
}
