import type { FeatureCollection, Geometry } from 'geojson';

import { sampleId } from '../sample-id.ts';

/**
 * The value of a geometry node: a feature for each geometry.
 * @param from names the tile, so that each feature has an id of its own
 */
export function featureCollection(
  geometries: readonly Geometry[],
  from: string,
): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry, position) => ({
      type: 'Feature',
      id: sampleId('feature', from, String(position)),
      geometry,
      properties: {},
    })),
  };
}
