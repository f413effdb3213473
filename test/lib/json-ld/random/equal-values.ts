import { pickOne, onceIn, type Draw } from '../../../support/random/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';

/** Tiles in which about half of the values are equal to one of another node or tile, of the same datatype and configuration. */
export function drawEqualValues(
  draw: Draw,
  { nodes }: CompiledGraph,
  tiles: readonly StoredTile[],
): readonly StoredTile[] {
  const kinds = new Map<string, string>(
    nodes.map(({ nodeId, datatype, config }) => [nodeId, JSON.stringify([datatype, config])]),
  );
  const values = tiles
    .flatMap(({ data }) => Object.entries(data))
    .filter(([, value]) => value !== null);
  const byKind = Map.groupBy(values, ([nodeId]) => kinds.get(nodeId));
  return tiles.map((tile) => ({
    ...tile,
    data: Object.fromEntries(
      Object.entries(tile.data).map(([nodeId, value]) => {
        if (value === null || onceIn(draw, 2)) return [nodeId, value];
        const [, equal] = pickOne(draw, byKind.get(kinds.get(nodeId)) ?? [[nodeId, value]]);
        return [nodeId, equal];
      }),
    ),
  }));
}
