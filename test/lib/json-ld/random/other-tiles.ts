import { pickOne, onceIn, type Draw } from '../../../support/random/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseTileId } from '../../../../lib/model/ids.ts';
import type { Shape } from '../../../../lib/json-ld/resource-shape.ts';
import { readContext } from './documents.ts';
import { canonicalJson } from './same-tiles.ts';
import { drawTile, drawValue, inStableOrder, newTiles } from './tiles.ts';

/** Draws later tiles of the same resource instance: some are deleted, some have other values, some are new. */
export function drawLaterTiles(
  draw: Draw,
  graph: CompiledGraph,
  tiles: readonly StoredTile[],
): readonly StoredTile[] {
  const later: StoredTile[] = [];
  for (const nodegroup of graph.nodegroups) {
    const parents = later.filter(({ nodegroupId }) => nodegroupId === nodegroup.parentNodegroupId);
    const parentIds =
      nodegroup.parentNodegroupId === null ? [null] : parents.map((parent) => parent.tileId);
    for (const parentId of parentIds) {
      const siblings = tiles.filter(
        ({ nodegroupId, parentTileId }) =>
          nodegroupId === nodegroup.nodegroupId && parentTileId === parentId,
      );
      const kept = siblings
        .filter(() => !onceIn(draw, 6))
        .map((tile) => (onceIn(draw, 3) ? drawChangedTile(draw, graph, tile) : tile));
      later.push(...kept);
      const hasRoom = nodegroup.cardinality === 'n' || kept.length === 0;
      if (hasRoom && onceIn(draw, 4)) {
        const tileId = parseTileId(newTileId(later.length));
        const sortOrder = siblings.length;
        later.push(drawTile(draw, graph, nodegroup, parentId, { ...newTiles, tileId, sortOrder }));
      }
    }
  }
  return inStableOrder(graph, later);
}

const newTileId = (number: number): string =>
  `d2000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A tile with another value of one of its nodes. */
function drawChangedTile(draw: Draw, graph: CompiledGraph, tile: StoredTile): StoredTile {
  const nodes = graph.nodes.filter(({ nodeId }) => nodeId in tile.data);
  if (nodes.length === 0) return tile;
  const node = pickOne(draw, nodes);
  const value = drawValue(draw, node, newTiles);
  return { ...tile, data: { ...tile.data, [node.nodeId]: value } };
}

/**
 * The tiles without differences that a document cannot express: a text without a language counts as a text in the default
 * language, and lists in the linked shape have no order.
 */
export function expressibleTiles(
  graph: CompiledGraph,
  tiles: readonly StoredTile[],
  shape: Shape,
): readonly StoredTile[] {
  const datatypes = new Map<string, string>(
    graph.nodes.map(({ nodeId, datatype }) => [nodeId, datatype]),
  );
  const expressibleValue = (nodeId: string, value: unknown): unknown => {
    if (datatypes.get(nodeId) === 'string' && typeof value === 'string')
      return { [readContext.language]: { value, direction: 'ltr' } };
    return shape === 'linked' && Array.isArray(value)
      ? value.map((element) => canonicalJson(element)).sort()
      : value;
  };
  return tiles.map((tile) => ({
    ...tile,
    data: Object.fromEntries(
      Object.entries(tile.data).map(([nodeId, value]) => [nodeId, expressibleValue(nodeId, value)]),
    ),
  }));
}
