import type { TileId } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import {
  createTileInSeveralPlacesProblem,
  createTileOfOtherNodegroupProblem,
} from '../match-problems.ts';
import type { DocumentTile } from './document-tiles.ts';

/** A request for the tile that an instance begins. */
type TileRequest = {
  /** The tile id in the document; null if the document has none. */
  readonly idInDocument: string | null;
  /** The stored instance that it continues, if the document has no tile id. */
  readonly continuedInstance: NodeInstance | undefined;
  readonly pointer: string;
};

/**
 * Finds the tile that an instance begins: an existing tile of the document, if several nodes begin one tile; or a stored tile; or a new
 * tile.
 * @rule Writing: Which node and tile does a value of a document stand for?
 * @returns undefined after a problem
 */
export function findTile(
  matching: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  request: TileRequest,
): DocumentTile | undefined {
  const { tiles, problems, input, index } = matching;
  if (node.nodegroup === null) return undefined;
  const { nodegroupId } = node.nodegroup;
  const { idInDocument, pointer } = request;
  const tileId = chooseTileId(matching, parent, node, request);
  const existingTile = tiles.byId(tileId);
  const storedTile = input.tileIds === 'keep' ? index.tiles.get(tileId) : undefined;
  if ((existingTile?.nodegroupId ?? storedTile?.nodegroupId ?? nodegroupId) !== nodegroupId) {
    problems.push(createTileOfOtherNodegroupProblem(node, tileId, pointer));
    return undefined;
  }
  const parentTileId = findParentTileId(matching, parent, node, tileId);
  if (existingTile === undefined)
    return tiles.add({
      tileId,
      idInDocument,
      nodegroupId,
      parentTileId,
      stored: storedTile,
      pointer,
    });
  if (existingTile.parentTileId === parentTileId) return existingTile;
  problems.push(createTileInSeveralPlacesProblem(node, tileId, pointer));
  return undefined;
}

function chooseTileId(
  { input, newIds, tiles }: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  { idInDocument, continuedInstance }: TileRequest,
): string {
  if (idInDocument !== null && input.tileIds === 'keep') return idInDocument;
  if (idInDocument !== null) {
    const tileId = newIds.get(idInDocument) ?? input.newId();
    newIds.set(idInDocument, tileId);
    return tileId;
  }
  if (continuedInstance !== undefined) return continuedInstance.tileId ?? input.newId();
  const lastTile =
    node.maxInstances === 1 && node.nodegroup !== null
      ? tiles.lastTileIn(parent.tile, node.nodegroup)
      : undefined;
  return lastTile?.placedNodes.has(node.nodeId) === false ? lastTile.tileId : input.newId();
}

/** Returns the id of the parent's tile. An orphan is at the root of the document, but keeps its stored parent tile id. */
function findParentTileId(
  { index, input }: MatchingState,
  parent: PlacedInstance,
  node: ModelNode,
  tileId: string,
): TileId | null {
  const parentTileId = parent.tile?.tileId ?? null;
  const instance = input.tileIds === 'keep' ? index.findInstance(tileId, node.nodeId) : undefined;
  const storedParent = instance && index.parentOf(instance);
  return storedParent !== undefined && storedParent.tileId === parentTileId
    ? (index.tiles.get(tileId)?.parentTileId ?? null)
    : parentTileId;
}
