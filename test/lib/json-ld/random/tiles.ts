import fc from 'fast-check';

import { integerBetween, onceIn, repeat, type Draw } from '../../../support/random/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type {
  CompiledNode,
  CompiledNodegroup,
} from '../../../../lib/model/graphs/compiled-graph.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { parseTileId, type TileId } from '../../../../lib/model/ids.ts';
import { drawModel, type ModelOptions } from './model.ts';
import { sketch, withSketch } from './sketch.ts';
import { anyNewValue, anyValue } from './values.ts';

/** The kind of tiles to draw. */
export type TileOptions = {
  /** Whether the tiles are to be created from a document: then both shapes express all values completely. */
  readonly areNew: boolean;
  /** The maximum number of tiles of a nodegroup in one parent tile. */
  readonly maxSiblings: number;
  /** The maximum number of tiles of a resource instance. */
  readonly maxTiles: number;
  readonly tileId: (number: number) => string;
};

/** Creates ids whose order differs from that of the tiles. */
const scrambledId = (number: number): string =>
  `d1000000-0000-4000-8000-${String((number * 7919) % 99_991).padStart(12, '0')}`;

export const storedTiles: TileOptions = {
  areNew: false,
  maxSiblings: 3,
  maxTiles: 40,
  tileId: scrambledId,
};

/** For tiles that are created from a document. Models must have only `datatypesOfNewValues`. */
export const newTiles: TileOptions = { ...storedTiles, areNew: true };

/** A model with the tiles of one resource instance. */
export type RandomResource = {
  readonly graph: CompiledGraph;
  /** Sorted by nodegroup in model order, then sort order, then id. */
  readonly tiles: readonly StoredTile[];
};

/** Draws tiles that are valid in their model: cardinalities, required nodes, and valid values. */
export function drawTiles(
  draw: Draw,
  graph: CompiledGraph,
  options: TileOptions,
): readonly StoredTile[] {
  const tiles: StoredTile[] = [];
  for (const nodegroup of graph.nodegroups) {
    const parents =
      nodegroup.parentNodegroupId === null
        ? [null]
        : tiles
            .filter(({ nodegroupId }) => nodegroupId === nodegroup.parentNodegroupId)
            .map(({ tileId }) => tileId);
    for (const parent of parents) {
      if (tiles.length >= options.maxTiles) break;
      tiles.push(...drawSiblings(draw, graph, nodegroup, parent, tiles.length, options));
    }
  }
  return inStableOrder(graph, tiles);
}

function drawSiblings(
  draw: Draw,
  graph: CompiledGraph,
  nodegroup: CompiledNodegroup,
  parentTileId: TileId | null,
  tileCount: number,
  options: TileOptions,
): readonly StoredTile[] {
  const maxCount = nodegroup.cardinality === 'n' ? options.maxSiblings : 1;
  return repeat(onceIn(draw, 4) ? 0 : integerBetween(draw, 1, maxCount), (sortOrder) => {
    const tileId = parseTileId(options.tileId(tileCount + sortOrder + 1));
    return drawTile(draw, graph, nodegroup, parentTileId, { ...options, tileId, sortOrder });
  });
}

/** Draws a tile with a value or null for every node that can have values. */
export function drawTile(
  draw: Draw,
  graph: CompiledGraph,
  nodegroup: CompiledNodegroup,
  parentTileId: TileId | null,
  {
    areNew,
    tileId,
    sortOrder,
  }: Pick<TileOptions, 'areNew'> & Pick<StoredTile, 'tileId' | 'sortOrder'>,
): StoredTile {
  const members = new Set<string>(nodegroup.nodeIds);
  const nodes = graph.nodes.filter(
    ({ nodeId, datatype }) => members.has(nodeId) && datatype !== 'semantic',
  );
  return {
    tileId,
    nodegroupId: nodegroup.nodegroupId,
    parentTileId,
    sortOrder,
    provisionalEdits: null,
    isProposed: false,
    hasUnreadableDescendants: false,
    data: Object.fromEntries(nodes.map((node) => [node.nodeId, drawValue(draw, node, { areNew })])),
  };
}

/** Draws a value or null, but a value if the node is required. */
export function drawValue(
  draw: Draw,
  { isRequired, datatype, config }: CompiledNode,
  { areNew }: Pick<TileOptions, 'areNew'>,
): unknown {
  if (!isRequired && onceIn(draw, 4)) return null;
  return draw(areNew ? anyNewValue : anyValue, datatype, config);
}

/** Sorts tiles like the service when it reads them. */
export function inStableOrder(
  graph: CompiledGraph,
  tiles: readonly StoredTile[],
): readonly StoredTile[] {
  const positions = new Map<string, number>(
    graph.nodegroups.map(({ nodegroupId, position }) => [nodegroupId, position]),
  );
  const key = ({ nodegroupId, sortOrder }: StoredTile): number =>
    (positions.get(nodegroupId) ?? 0) * 1e6 + (sortOrder ?? 0);
  return tiles.toSorted(
    (one, other) => key(one) - key(other) || (one.tileId < other.tileId ? -1 : 1),
  );
}

/** A resource instance of any model of this kind. */
export function anyResource(
  models: ModelOptions,
  tiles: TileOptions,
): fc.Arbitrary<RandomResource> {
  return fc.gen().map((draw) => {
    const { graph } = drawModel(draw, models);
    const resource = { graph, tiles: drawTiles(draw, graph, tiles) };
    return withSketch(resource, () => sketch(graph, resource.tiles));
  });
}
