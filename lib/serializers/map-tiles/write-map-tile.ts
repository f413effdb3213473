import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import { pickText, type PreferredLanguages } from '../../model/pick-language.ts';
import type { MapTileData, MapTileFeature, MapTileNode } from '../../queries/map-tiles/map-tile.ts';
import { createColumnAdder, type AddColumns } from './map-tile-columns.ts';
import { toVectorTileGeometries } from './vector-tile-geometries.ts';
import { writeLayers, type VectorTileFeature } from './write-layers.ts';

export type WriteMapTileOptions = {
  readonly position: MapTilePosition;
  /** The languages of names. */
  readonly languages: PreferredLanguages;
  /** The language of columns, after that of their layer. */
  readonly defaultLanguage: string;
  /** Returns the name of the layer of a geometry node. */
  readonly nameLayer: (node: MapTileNode) => string;
};

/**
 * Writes a vector tile (Mapbox Vector Tile Specification 2.1).
 * @returns undefined for a tile without features
 */
export function writeMapTile(data: MapTileData, options: WriteMapTileOptions): Buffer | undefined {
  const { nodes, features } = data;
  const addColumns = createColumnAdder(data, [options.defaultLanguage]);
  const nodesByPosition = new Map(nodes.map((node) => [node.position, node]));
  const layers = new Map<string, VectorTileFeature[]>();
  for (const feature of features) {
    const node = nodesByPosition.get(feature.nodePosition);
    if (node === undefined) continue;
    const name = options.nameLayer(node);
    const layer = layers.get(name) ?? [];
    layers.set(name, layer);
    layer.push(...toVectorTileFeatures(feature, node, addColumns, options));
  }
  const filledLayers = [...layers].filter(([, drawnFeatures]) => drawnFeatures.length > 0);
  return filledLayers.length === 0 ? undefined : Buffer.from(writeLayers(filledLayers));
}

/** Converts a stored feature into features of a vector tile, one for each type of geometry. */
function toVectorTileFeatures(
  { gid, resourceId, geometry, names }: MapTileFeature,
  { nodeId, graphId }: MapTileNode,
  addColumns: AddColumns,
  { position, languages }: WriteMapTileOptions,
): readonly VectorTileFeature[] {
  const name = pickText(names, languages);
  const properties = addColumns(resourceId, {
    resourceinstanceid: resourceId,
    nodeid: nodeId,
    featureid: gid,
    graphid: graphId,
    ...(name === null ? {} : { name }),
  });
  return toVectorTileGeometries(geometry, position).map((shape) => ({
    id: gid,
    shape,
    properties,
  }));
}
