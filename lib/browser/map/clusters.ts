import type { LngLatLike, MapGeoJSONFeature, MapLibreMap } from 'maplibre-gl';

/** A point of the tiles that stands for many places of a model. */
type Cluster = {
  readonly centre: readonly [longitude: number, latitude: number];
  readonly count: number;
};

/** How many zooms a click on a cluster moves the map closer. */
const zoomsPerClick = 2;

/**
 * Returns the clusters among features, each once, although a map can show the world several times. Their counts are texts, which a map shows
 * for a while after their tile, so only the circles are taken.
 */
function clustersOf(features: readonly MapGeoJSONFeature[]): readonly Cluster[] {
  const clusters = new Map<string, Cluster>();
  for (const { layer, sourceLayer, properties, geometry } of features) {
    const count: unknown = properties['count'];
    if (
      layer.type !== 'circle' ||
      properties['cluster'] !== true ||
      typeof count !== 'number' ||
      geometry.type !== 'Point'
    )
      continue;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const degreesEast = (((longitude + 180) % 360) + 360) % 360;
    const key = [sourceLayer, degreesEast.toFixed(3), latitude.toFixed(3)].join(' ');
    clusters.set(key, { centre: [longitude, latitude], count });
  }
  return [...clusters.values()];
}

/** Returns for how many places the clusters among features stand. */
export function countClustered(features: readonly MapGeoJSONFeature[]): number {
  return clustersOf(features).reduce((sum, { count }) => sum + count, 0);
}

/** Moves the map closer to the first cluster among features. @returns whether there is one */
export function zoomIntoCluster(map: MapLibreMap, features: readonly MapGeoJSONFeature[]): boolean {
  const [cluster] = clustersOf(features);
  if (cluster === undefined) return false;
  const center: LngLatLike = [...cluster.centre];
  map.easeTo({ center, zoom: map.getZoom() + zoomsPerClick });
  return true;
}
