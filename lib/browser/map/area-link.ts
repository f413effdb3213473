import type { MapLibreMap } from 'maplibre-gl';

/**
 * Shows the links to what is in the area of the map, as a search and as files, and keeps the area in them. While the whole world is in view,
 * they have no area.
 */
export function linkToArea(map: MapLibreMap): void {
  const list = document.getElementById('map-area');
  if (list === null) return;
  const update = (): void => {
    const box = boxInView(map);
    for (const link of list.querySelectorAll('a')) {
      const target = new URL(link.href);
      if (box === undefined) target.searchParams.delete('bbox');
      else target.searchParams.set('bbox', box);
      link.href = target.href;
    }
    list.hidden = false;
  };
  map.on('moveend', update);
  update();
}

/** West, south, east and north in degrees; undefined if all longitudes are in view. Across the antimeridian, west is greater than east. */
function boxInView(map: MapLibreMap): string | undefined {
  const bounds = map.getBounds();
  if (bounds.getEast() - bounds.getWest() >= 360) return undefined;
  const { lng: west, lat: south } = bounds.getSouthWest().wrap();
  const { lng: east, lat: north } = bounds.getNorthEast().wrap();
  return [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',');
}
