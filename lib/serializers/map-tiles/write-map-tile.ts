import Point from '@mapbox/point-geometry';
import { fromVectorTileJs, type VectorTileFeatureLike } from '@maplibre/vt-pbf';

import { gridSize, type MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import { pickText } from '../../model/pick-language.ts';
import type { MapTileData, TileFeature, TileNode } from '../../queries/map-tiles/map-tile.ts';
import { createColumnReader, type ColumnReader } from './tile-columns.ts';
import { toTileShapes } from './tile-shapes.ts';

export type MapTileForm = {
  readonly position: MapTilePosition;
  /** The languages of names, preferred first, the default language last. */
  readonly languages: readonly string[];
  /** Names the layer of a geometry node. */
  readonly nameLayer: (node: TileNode) => string;
};

/**
 * Writes a vector tile (Mapbox Vector Tile Specification 2.1).
 * @returns undefined for a tile without features
 */
export function writeMapTile(data: MapTileData, form: MapTileForm): Buffer | undefined {
  const { nodes, features } = data;
  const addColumns = createColumnReader(data, form.languages.slice(-1));
  const nodesByPosition = new Map(nodes.map((node) => [node.position, node]));
  const drawnFeatures = features.flatMap((feature) => {
    const node = nodesByPosition.get(feature.nodePosition);
    return node === undefined
      ? []
      : toTileFeatures(feature, node, addColumns, form).map((drawn) => ({
          layer: form.nameLayer(node),
          drawn,
        }));
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
  { gid, resourceId, geometry, names }: TileFeature,
  { nodeId, graphId }: TileNode,
  addColumns: ColumnReader,
  { position, languages }: MapTileForm,
): readonly VectorTileFeatureLike[] {
  const name = pickText(names, languages);
  const properties = addColumns(resourceId, {
    resourceinstanceid: resourceId,
    nodeid: nodeId,
    featureid: gid,
    graphid: graphId,
    ...(name === null ? {} : { name }),
  });
  return toTileShapes(geometry, position).map(({ type, parts }) => ({
    id: gid,
    type,
    extent: gridSize,
    properties,
    loadGeometry: () => parts.map((part) => part.map(([column, row]) => new Point(column, row))),
  }));
}
