import { Popup, type MapLibreMap } from 'maplibre-gl';

import { recordItem, recordsOf, shownLayerIds } from './map-records.ts';
import type { Model } from './models.ts';

const maxListed = 10;

/** Pixels around a click that count, because fingers are wide. */
const clickRadius = 5;

/** Lists the clicked records with links, in a popup. */
export function showRecordsOnClick(
  map: MapLibreMap,
  models: readonly Model[],
  resourcePagesPath: string,
): void {
  map.on('click', ({ point: { x, y }, lngLat }) => {
    const layers = [...shownLayerIds(map, models)];
    const features = map.queryRenderedFeatures(
      [
        [x - clickRadius, y - clickRadius],
        [x + clickRadius, y + clickRadius],
      ],
      { layers },
    );
    const records = recordsOf(features, models);
    if (records.length === 0) return;
    const list = document.createElement('ul');
    list.className = 'list';
    list.append(
      ...records.slice(0, maxListed).map((record) => recordItem(record, resourcePagesPath)),
    );
    if (records.length > maxListed) {
      const rest = document.createElement('li');
      rest.textContent = `and ${records.length - maxListed} more: zoom in`;
      list.append(rest);
    }
    new Popup({ maxWidth: '20rem' }).setLngLat(lngLat).setDOMContent(list).addTo(map);
  });
}
