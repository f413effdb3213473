import type { MapGeoJSONFeature, MapLibreMap } from 'maplibre-gl';

import { layerIdsOf } from './record-layers.ts';
import type { MapText } from './map-text.ts';
import type { Model } from './models.ts';

/** A record on the map, as the features in the tiles describe it. */
export type MapRecord = {
  readonly id: string;
  readonly name: string;
  readonly model: Model;
};

/** Returns the ids of the layers of the style that are visible, and so can be clicked. */
export function visibleLayerIds(map: MapLibreMap, models: readonly Model[]): readonly string[] {
  return models
    .flatMap(layerIdsOf)
    .filter(
      (id) => map.getLayer(id) !== undefined && map.getLayoutProperty(id, 'visibility') !== 'none',
    );
}

/** Sorts names by the rules of the reader's language, and numbers in them by value. */
const nameOrder = new Intl.Collator(undefined, { numeric: true });

/** Returns the records of features, each once, sorted by name. */
export function toRecords(
  features: readonly MapGeoJSONFeature[],
  models: readonly Model[],
  text: MapText,
): readonly MapRecord[] {
  const modelsByLayer = new Map(models.map((model) => [model.layer, model]));
  const records = new Map<string, MapRecord>();
  for (const { sourceLayer, properties } of features) {
    const model = modelsByLayer.get(sourceLayer ?? '');
    const id: unknown = properties['resourceinstanceid'];
    const name: unknown = properties['name'];
    if (model === undefined || typeof id !== 'string' || records.has(id)) continue;
    records.set(id, {
      id,
      name: typeof name === 'string' ? name : text('map-script.no-name'),
      model,
    });
  }
  return [...records.values()].toSorted((a, b) => nameOrder.compare(a.name, b.name));
}

/** Creates a list item with the link to a record. @param resourcePagesPath the path of the pages of resource instances */
export function createRecordItem(
  { id, name, model }: MapRecord,
  resourcePagesPath: string,
): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `${resourcePagesPath}${id}`;
  link.dir = 'auto';
  link.textContent = name;
  const detail = document.createElement('small');
  detail.dir = 'auto';
  detail.textContent = model.name;
  const item = document.createElement('li');
  item.append(link, ' ', detail);
  return item;
}
