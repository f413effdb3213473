import Point from '@mapbox/point-geometry';
import { fromVectorTileJs, type VectorTileFeatureLike } from '@maplibre/vt-pbf';

import { gridSize, type MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import type { MapTileData, TileFeature, TileNode } from '../../queries/map-tiles/map-tile.ts';
import { toTileShapes } from './tile-shapes.ts';

/**
 * Writes a vector tile (Mapbox Vector Tile Specification 2.1).
 * @param nameLayer returns the name of the layer of a geometry node
 * @returns undefined for a tile without features
 */
export function writeMapTile(
  { nodes, features }: Pick<MapTileData, 'nodes' | 'features'>,
  position: MapTilePosition,
  nameLayer: (node: TileNode) => string,
): Buffer | undefined {
  const nodesByPosition = new Map(nodes.map((node) => [node.position, node]));
  const drawnFeatures = features.flatMap((feature) => {
    const node = nodesByPosition.get(feature.nodePosition);
    return node === undefined
      ? []
      : toTileFeatures(feature, node, position).map((drawn) => ({ layer: nameLayer(node), drawn }));
  });
  if (drawnFeatures.length === 0) return undefined;
  const layers = Map.groupBy(drawnFeatures, ({ layer }) => layer);
  return Buffer.from(
    fromVectorTileJs({
      layers: Object.fromEntries(
        [...layers].map(([name, members]) => [
          name,
          {
            version: 2,
            name,
            extent: gridSize,
            length: members.length,
            feature: (index: number) => memberAt(members, index).drawn,
          },
        ]),
      ),
    }),
  );
}

function memberAt<Member>(members: readonly Member[], index: number): Member {
  const member = members[index];
  if (member === undefined) throw new RangeError(`The layer has no feature ${index}.`);
  return member;
}

/** The features of a vector tile for a feature: one for each type of geometry. */
function toTileFeatures(
  { gid, resourceId, geometry, name }: TileFeature,
  { nodeId, graphId }: TileNode,
  position: MapTilePosition,
): readonly VectorTileFeatureLike[] {
  return toTileShapes(geometry, position).map(({ type, parts }) => ({
    id: gid,
    type,
    extent: gridSize,
    properties: {
      resourceinstanceid: resourceId,
      nodeid: nodeId,
      featureid: gid,
      graphid: graphId,
      ...(name === null ? {} : { name }),
    },
    loadGeometry: () => parts.map((part) => part.map(([column, row]) => new Point(column, row))),
  }));
}
