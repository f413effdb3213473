import type { MapLibreMap } from 'maplibre-gl';

import { countClustered } from './clusters.ts';
import { createRecordItem, toRecords, visibleLayerIds, type MapRecord } from './map-records.ts';
import type { MapText } from './map-text.ts';
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
  text: MapText,
): void {
  const list = document.getElementById('map-records');
  const status = document.getElementById('map-status');
  if (list === null || status === null) return;
  map.on('idle', () => {
    const layers = [...visibleLayerIds(map, models)];
    const features = map.queryRenderedFeatures({ layers });
    const records = toRecords(features, models, text);
    const counts = { records: records.length, clustered: countClustered(features) };
    const summary = statusText(counts, isThinnedOut(map, models), text);
    if (status.textContent !== summary) status.textContent = summary;
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

type Counts = {
  readonly records: number;
  /** The places for which clusters stand. */
  readonly clustered: number;
};

function statusText({ records, clustered }: Counts, isThinned: boolean, text: MapText): string {
  if (clustered > 0) return clusteredText({ records, clustered }, text);
  if (records === 0) return text('map-script.none');
  const key = isThinned ? 'map-script.count-thinned' : 'map-script.count';
  const summary = text(key, { count: records });
  if (records <= maxListedRecords) return summary;
  return `${summary} ${text('map-script.first', { count: maxListedRecords })}`;
}

function clusteredText({ records, clustered }: Counts, text: MapText): string {
  if (records === 0) return text('map-script.clustered', { count: clustered });
  const listed = text('map-script.listed', { count: records });
  return `${listed} ${text('map-script.clustered-more', { count: clustered })}`;
}

/** Whether tiles may have left out features. */
function isThinnedOut(map: MapLibreMap, models: readonly Model[]): boolean {
  const counts = models.map(
    ({ layer }) => map.querySourceFeatures(recordSource, { sourceLayer: layer }).length,
  );
  return counts.reduce((sum, count) => sum + count, 0) >= maxMapTileFeatures;
}
