import type { StyleSpecification } from 'maplibre-gl';

import type { MapColours } from './colours.ts';

/** The lowest zoom at which the detailed outlines replace the coarse ones. */
export const detailedZoom = 4;

/**
 * Creates the style below the records: the land and the borders of the world.
 * @param outlinesUrl the URL of GeoJSON with both
 */
export function createBaseStyle(outlinesUrl: string, colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      world: { type: 'geojson', data: outlinesUrl, tolerance: 0.2, attribution: 'Natural Earth' },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'world',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colours.land, 'fill-outline-color': colours.border },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'world',
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-color': colours.border, 'line-width': 0.6, 'line-dasharray': [3, 2] },
      },
    ],
  };
}
