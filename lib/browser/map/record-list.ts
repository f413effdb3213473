import type { MapLibreMap } from 'maplibre-gl';

import { recordItem, recordsOf, shownLayerIds, type MapRecord } from './map-records.ts';
import type { Model } from './models.ts';
import { recordSource } from './record-layers.ts';

const maxListed = 50;

/** The maximum number of features in a tile. If the whole map has fewer, no tile leaves out any. */
const maxTileFeatures = 5000;

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
    const layers = [...shownLayerIds(map, models)];
    const records = recordsOf(map.queryRenderedFeatures({ layers }), models);
    const text = statusText(records.length, isThinnedOut(map, models));
    if (status.textContent !== text) status.textContent = text;
    const listed = records.slice(0, maxListed);
    const key = listed.map(({ id }) => id).join();
    if (list.dataset['key'] === key) return;
    list.dataset['key'] = key;
    list.replaceChildren(
      ...listed.map((record) => highlightingItem(map, record, resourcePagesPath)),
    );
    list.hidden = listed.length === 0;
  });
}

function highlightingItem(
  map: MapLibreMap,
  record: MapRecord,
  resourcePagesPath: string,
): HTMLLIElement {
  const item = recordItem(record, resourcePagesPath);
  const setHighlight = (isHighlighted: boolean): void => highlight(map, record, isHighlighted);
  item.addEventListener('focusin', () => setHighlight(true));
  item.addEventListener('focusout', () => setHighlight(false));
  item.addEventListener('mouseenter', () => setHighlight(true));
  item.addEventListener('mouseleave', () => setHighlight(false));
  return item;
}

/** Makes a record stand out on the map, or no longer. */
export function highlight(
  map: MapLibreMap,
  { id, model }: Pick<MapRecord, 'id' | 'model'>,
  isHighlighted: boolean,
): void {
  const feature = { source: recordSource, sourceLayer: model.layer, id };
  map.setFeatureState(feature, { highlighted: isHighlighted });
}

function statusText(count: number, isThinned: boolean): string {
  if (count === 0) return 'No records are in view. Zoom out, or move the map.';
  const records = count === 1 ? '1 record is' : `${count.toLocaleString('en-GB')} records are`;
  const limit = count > maxListed ? ` The first ${maxListed} by name are listed.` : '';
  return isThinned
    ? `${records} in view, and where they are dense there can be more: zoom in to see all.${limit}`
    : `${records} in view.${limit}`;
}

function isThinnedOut(map: MapLibreMap, models: readonly Model[]): boolean {
  const counts = models.map(
    ({ layer }) => map.querySourceFeatures(recordSource, { sourceLayer: layer }).length,
  );
  return counts.reduce((sum, count) => sum + count, 0) >= maxTileFeatures;
}
