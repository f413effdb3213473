import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { tileInSeveralPlaces, tileOfOtherNodegroup } from '../problems.ts';
import type { DocumentTile } from './document-tiles.ts';

/** A request for the tile that an instance begins. */
type TileRequest = {
  /** The tile id in the document; null if the document has none. */
  readonly givenId: string | null;
  /** The stored instance that it continues, if the document has no tile id. */
  readonly continued: NodeInstance | undefined;
  readonly pointer: string;
};

/**
 * Finds the tile that an instance begins: an existing tile of the document, if several nodes begin one tile; or a stored tile; or a new
 * tile.
 * @returns undefined after a problem
 */
export function findTile(
  matching: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  request: TileRequest,
): DocumentTile | undefined {
  const { tiles, problems, input, index } = matching;
  if (node.nodegroup === null) return undefined;
  const { nodegroupId } = node.nodegroup;
  const { givenId, pointer } = request;
  const tileId = tileIdFor(matching, parent, node, request);
  const known = tiles.byId(tileId);
  const stored = input.tileIds === 'keep' ? index.tiles.get(tileId) : undefined;
  if ((known?.nodegroupId ?? stored?.nodegroupId ?? nodegroupId) !== nodegroupId) {
    problems.push(tileOfOtherNodegroup(node, tileId, pointer));
    return undefined;
  }
  const parentTileId = parentTileIdFor(matching, parent, node, tileId);
  if (known === undefined)
    return tiles.add({ tileId, givenId, nodegroupId, parentTileId, stored, pointer });
  if (known.parentTileId === parentTileId) return known;
  problems.push(tileInSeveralPlaces(node, tileId, pointer));
  return undefined;
}

function tileIdFor(
  { input, renewedIds, tiles }: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  { givenId, continued }: TileRequest,
): string {
  if (givenId !== null && input.tileIds === 'keep') return givenId;
  if (givenId !== null) {
    const tileId = renewedIds.get(givenId) ?? input.newId();
    renewedIds.set(givenId, tileId);
    return tileId;
  }
  if (continued !== undefined) return continued.tileId ?? input.newId();
  const only =
    node.mostInstances === 1 && node.nodegroup !== null
      ? tiles.lastIn(parent.tile, node.nodegroup)
      : undefined;
  return only?.placedNodes.has(node.nodeId) === false ? only.tileId : input.newId();
}

/** Returns the id of the parent's tile. An orphan is at the root of the document, but keeps its stored parent tile id. */
function parentTileIdFor(
  { index, input }: Matching,
  parent: PlacedInstance,
  node: ModelNode,
  tileId: string,
): TileId | null {
  const parentTileId = parent.tile?.tileId ?? null;
  const instance = input.tileIds === 'keep' ? index.instance(tileId, node.nodeId) : undefined;
  const storedParent = instance && index.parentOf(instance);
  return storedParent !== undefined && storedParent.tileId === parentTileId
    ? (index.tiles.get(tileId)?.parentTileId ?? null)
    : parentTileId;
}
