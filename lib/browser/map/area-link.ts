import type { MapLibreMap } from 'maplibre-gl';

/** Keeps the link to the search in the area of the map up to date. While the whole world is in view, the search has no area. */
export function linkToArea(map: MapLibreMap): void {
  const link = document.getElementById('map-area');
  if (!(link instanceof HTMLAnchorElement)) return;
  const update = (): void => {
    const target = new URL(link.href);
    const box = boxInView(map);
    if (box === undefined) target.searchParams.delete('bbox');
    else target.searchParams.set('bbox', box);
    link.href = target.href;
    link.hidden = false;
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
