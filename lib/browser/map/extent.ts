import type { Geometry } from 'geojson';
import { LngLatBounds, type LngLatLike, type MapLibreMap } from 'maplibre-gl';

import { visibleLayerIds } from './map-records.ts';
import type { MapText } from './map-text.ts';
import type { Model } from './models.ts';

/** Waits until the tiles of the whole world are loaded, and moves the map to the found records in them. */
export function showFoundRecords(
  map: MapLibreMap,
  models: readonly Model[],
  maxZoom: number,
  text: MapText,
): void {
  void map.once('idle', () => {
    const features = map.queryRenderedFeatures({ layers: [...visibleLayerIds(map, models)] });
    const bounds = new LngLatBounds();
    for (const { geometry } of features) {
      for (const position of positionsOf(geometry)) bounds.extend(position);
    }
    if (bounds.isEmpty()) sayNothingIsThere(map, text);
    else map.fitBounds(bounds, { padding: 40, maxZoom, animate: false });
  });
}

/** Says that the map shows no records, beside the map or below it. */
export function sayNothingIsThere(map: MapLibreMap, text: MapText): void {
  const detail = document.getElementById('map-detail') ?? document.createElement('p');
  detail.textContent = text('map-script.nowhere');
  if (!detail.isConnected) map.getContainer().after(detail);
}

function positionsOf(geometry: Geometry): readonly LngLatLike[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(positionsOf);
  return flattenPositions(geometry.coordinates);
}

type Coordinates = number | readonly Coordinates[];

function flattenPositions(coordinates: Coordinates): readonly LngLatLike[] {
  if (typeof coordinates === 'number') return [];
  const [longitude, latitude] = coordinates;
  return typeof longitude === 'number' && typeof latitude === 'number'
    ? [[longitude, latitude]]
    : coordinates.flatMap(flattenPositions);
}
