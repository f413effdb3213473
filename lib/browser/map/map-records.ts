import type { MapGeoJSONFeature, MapLibreMap } from 'maplibre-gl';

import { layerIdsOf } from './record-layers.ts';
import type { Model } from './models.ts';

/** A record on the map, as the features in the tiles describe it. */
export type MapRecord = {
  readonly id: string;
  readonly name: string;
  readonly model: Model;
};

/** The layers of the style that exist and can be clicked. */
export function shownLayerIds(map: MapLibreMap, models: readonly Model[]): readonly string[] {
  return models
    .flatMap(layerIdsOf)
    .filter(
      (id) => map.getLayer(id) !== undefined && map.getLayoutProperty(id, 'visibility') !== 'none',
    );
}

/** Orders names as in the reader's language, and numbers in them by size. */
const nameOrder = new Intl.Collator(undefined, { numeric: true });

/** The records of features, each once, by name. */
export function recordsOf(
  features: readonly MapGeoJSONFeature[],
  models: readonly Model[],
): readonly MapRecord[] {
  const modelsByLayer = new Map(models.map((model) => [model.layer, model]));
  const records = new Map<string, MapRecord>();
  for (const { sourceLayer, properties } of features) {
    const model = modelsByLayer.get(sourceLayer ?? '');
    const id: unknown = properties['resourceinstanceid'];
    const name: unknown = properties['name'];
    if (model === undefined || typeof id !== 'string' || records.has(id)) continue;
    records.set(id, { id, name: typeof name === 'string' ? name : 'Without a name', model });
  }
  return [...records.values()].toSorted((a, b) => nameOrder.compare(a.name, b.name));
}

/** A list item with the link to a record. @param resourcePagesPath the path of the pages of resource instances */
export function recordItem(
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
