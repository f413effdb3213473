import type { LngLatBoundsLike, MapLibreMap } from 'maplibre-gl';

/** Makes a click on a search suggestion move the map to the record if its position is known, instead of opening its page. */
export function showSuggestionsOnMap(map: MapLibreMap, maxZoom: number): void {
  const suggestions = document.getElementById('suggestions');
  suggestions?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const bounds = link === null ? undefined : readBounds(link.dataset['bounds']);
    if (bounds === undefined) return;
    event.preventDefault();
    suggestions.hidden = true;
    map.fitBounds(bounds, { padding: 40, maxZoom });
    map.getCanvas().focus();
  });
}

function readBounds(text: string | undefined): LngLatBoundsLike | undefined {
  const [west, south, east, north] = (text ?? '').split(',').map(Number);
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? undefined
    : [west, south, east, north];
}
