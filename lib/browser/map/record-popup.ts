import { Popup, type MapLibreMap } from 'maplibre-gl';

import { zoomIntoCluster } from './clusters.ts';
import { createRecordItem, toRecords, visibleLayerIds } from './map-records.ts';
import { showPictures } from './record-pictures.ts';
import type { MapText } from './map-text.ts';
import type { Model } from './models.ts';

const maxListedRecords = 10;

/** Records within this many pixels of a click count as clicked, because fingers are wide. */
const clickRadius = 5;

/** Lists the clicked records with links, in a popup. A click on a cluster moves the map closer instead. */
export function showRecordsOnClick(
  map: MapLibreMap,
  models: readonly Model[],
  resourcePagesPath: string,
  text: MapText,
): void {
  map.on('click', ({ point: { x, y }, lngLat }) => {
    const layers = [...visibleLayerIds(map, models)];
    const features = map.queryRenderedFeatures(
      [
        [x - clickRadius, y - clickRadius],
        [x + clickRadius, y + clickRadius],
      ],
      { layers },
    );
    if (zoomIntoCluster(map, features)) return;
    const records = toRecords(features, models, text);
    if (records.length === 0) return;
    const list = document.createElement('ul');
    list.className = 'list';
    const listed = records.slice(0, maxListedRecords);
    const items = new Map(
      listed.map((record) => [record.id, createRecordItem(record, resourcePagesPath)]),
    );
    list.append(...items.values());
    if (records.length > maxListedRecords) {
      const moreItem = document.createElement('li');
      moreItem.textContent = text('map-script.more', {
        count: records.length - maxListedRecords,
      });
      list.append(moreItem);
    }
    const popup = new Popup({ maxWidth: '20rem' }).setLngLat(lngLat).setDOMContent(list).addTo(map);
    moveIntoView(map, popup);
    void showPictures(items, resourcePagesPath, text).then(() => moveIntoView(map, popup));
  });
}

/** Moves the map so that the whole popup is within it. */
function moveIntoView(map: MapLibreMap, popup: Popup): void {
  const inner = popup.getElement().getBoundingClientRect();
  const outer = map.getContainer().getBoundingClientRect();
  const overlap = (start: number, end: number): number => Math.min(0, start) + Math.max(0, end);
  map.panBy(
    [
      overlap(inner.left - outer.left, inner.right - outer.right),
      overlap(inner.top - outer.top, inner.bottom - outer.bottom),
    ],
    { animate: false },
  );
}
