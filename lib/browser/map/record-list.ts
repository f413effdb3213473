import type { MapLibreMap } from 'maplibre-gl';

import { countClustered } from './clusters.ts';
import { createRecordItem, toRecords, visibleLayerIds, type MapRecord } from './map-records.ts';
import type { Model } from './models.ts';
import { recordSource } from './record-layers.ts';

const maxListedRecords = 50;

/** The maximum number of features in a tile. If the whole map has fewer, no tile has left out any. */
const maxMapTileFeatures = 5000;

/** Lists the records in view beside the map, for people who cannot see it, and highlights the one that has the focus. */
export function listRecordsInView(
  map: MapLibreMap,
  models: readonly Model[],
  resourcePagesPath: string,
): void {
  const list = document.getElementById('map-records');
  const status = document.getElementById('map-status');
  if (list === null || status === null) return;
  map.on('idle', () => {
    const layers = [...visibleLayerIds(map, models)];
    const features = map.queryRenderedFeatures({ layers });
    const records = toRecords(features, models);
    const text = statusText(records.length, countClustered(features), isThinnedOut(map, models));
    if (status.textContent !== text) status.textContent = text;
    const listedRecords = records.slice(0, maxListedRecords);
    const key = listedRecords.map(({ id }) => id).join();
    // An unchanged list keeps its focus.
    if (list.dataset['key'] === key) return;
    list.dataset['key'] = key;
    list.replaceChildren(
      ...listedRecords.map((record) => createHighlightingItem(map, record, resourcePagesPath)),
    );
    list.hidden = listedRecords.length === 0;
  });
}

function createHighlightingItem(
  map: MapLibreMap,
  record: MapRecord,
  resourcePagesPath: string,
): HTMLLIElement {
  const item = createRecordItem(record, resourcePagesPath);
  const setHighlight = (isHighlighted: boolean): void =>
    setRecordHighlight(map, record, isHighlighted);
  item.addEventListener('focusin', () => setHighlight(true));
  item.addEventListener('focusout', () => setHighlight(false));
  item.addEventListener('mouseenter', () => setHighlight(true));
  item.addEventListener('mouseleave', () => setHighlight(false));
  return item;
}

/** Highlights a record on the map, or removes its highlight. */
export function setRecordHighlight(
  map: MapLibreMap,
  { id, model }: Pick<MapRecord, 'id' | 'model'>,
  isHighlighted: boolean,
): void {
  const feature = { source: recordSource, sourceLayer: model.layer, id };
  map.setFeatureState(feature, { highlighted: isHighlighted });
}

function statusText(count: number, clusteredCount: number, isThinned: boolean): string {
  if (clusteredCount > 0) return clusteredText(count, clusteredCount);
  if (count === 0) return 'No records are in view. Zoom out, or move the map.';
  const records = count === 1 ? '1 record is' : `${count.toLocaleString('en-GB')} records are`;
  const limit =
    count > maxListedRecords ? ` The first ${maxListedRecords} by name are listed.` : '';
  return isThinned
    ? `${records} in view, and where they are dense there can be more: zoom in to see all.${limit}`
    : `${records} in view.${limit}`;
}

function clusteredText(count: number, clusteredCount: number): string {
  const places = clusteredCount.toLocaleString('en-GB');
  return count === 0
    ? `The circles stand for ${places} places: zoom in to see their records.`
    : `${count.toLocaleString('en-GB')} records are listed. The circles stand for ${places} more places: zoom in to see their records.`;
}

/** Whether tiles may have left out features. */
function isThinnedOut(map: MapLibreMap, models: readonly Model[]): boolean {
  const counts = models.map(
    ({ layer }) => map.querySourceFeatures(recordSource, { sourceLayer: layer }).length,
  );
  return counts.reduce((sum, count) => sum + count, 0) >= maxMapTileFeatures;
}
