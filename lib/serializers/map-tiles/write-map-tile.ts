import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import { pickText, type PreferredLanguages } from '../../model/pick-language.ts';
import type { MapTileCluster } from '../../queries/map-tiles/clusters.ts';
import type { MapTileData, MapTileFeature, MapTileNode } from '../../queries/map-tiles/map-tile.ts';
import { createColumnAdder, type AddColumns } from './map-tile-columns.ts';
import { geometryTypes, toVectorTileGeometries, twiceArea } from './vector-tile-geometries.ts';
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
  const { nodes, features, clusters } = data;
  const addColumns = createColumnAdder(data, [options.defaultLanguage]);
  const nodesByPosition = new Map(nodes.map((node) => [node.position, node]));
  const layers = new Map<string, VectorTileFeature[]>();
  const draw = (
    { nodePosition }: { readonly nodePosition: number },
    toFeatures: (node: MapTileNode) => readonly VectorTileFeature[],
  ): void => {
    const node = nodesByPosition.get(nodePosition);
    if (node === undefined) return;
    const name = options.nameLayer(node);
    const layer = layers.get(name) ?? [];
    layers.set(name, layer);
    layer.push(...toFeatures(node));
  };
  for (const feature of features)
    draw(feature, (node) => toVectorTileFeatures(feature, node, addColumns, options));
  for (const cluster of clusters) draw(cluster, (node) => [toVectorTileCluster(cluster, node)]);
  const filledLayers = [...layers]
    .filter(([, drawnFeatures]) => drawnFeatures.length > 0)
    .map(([name, drawnFeatures]) => [name, drawnFeatures.toSorted(compareDrawing)] as const);
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

function toVectorTileCluster(
  { column, row, count }: MapTileCluster,
  { graphId }: MapTileNode,
): VectorTileFeature {
  return {
    shape: { type: geometryTypes.point, parts: [[[column, row]]] },
    properties: { cluster: true, count, graphid: graphId },
  };
}

/** Larger areas come first, so that maps draw smaller ones above them. */
const compareDrawing = (
  { shape: first }: VectorTileFeature,
  { shape: second }: VectorTileFeature,
) => twiceArea(second) - twiceArea(first);
