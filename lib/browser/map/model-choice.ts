import type { MapLibreMap } from 'maplibre-gl';

import { modelColour } from './model-colours.ts';
import { readHiddenLayers, writeHiddenLayers } from './address.ts';
import { layerIdsOf } from './record-layers.ts';
import type { Model } from './models.ts';

/** Adds a checkbox for each model that shows or hides its records. The URL stores which models are hidden. */
export function addModelChoice(map: MapLibreMap, models: readonly Model[]): void {
  const fieldset = document.getElementById('map-models');
  if (fieldset === null || models.length === 0) return;
  const hiddenLayers = new Set(readHiddenLayers());
  const applyVisibility = (model: Model): void => {
    const visibility = hiddenLayers.has(model.layer) ? 'none' : 'visible';
    for (const id of layerIdsOf(model)) map.setLayoutProperty(id, 'visibility', visibility);
  };
  for (const [position, model] of models.entries()) {
    const checkbox = document.createElement('input');
    checkbox.type = 'checkbox';
    checkbox.checked = !hiddenLayers.has(model.layer);
    checkbox.style.accentColor = modelColour(position);
    checkbox.addEventListener('change', () => {
      if (checkbox.checked) hiddenLayers.delete(model.layer);
      else hiddenLayers.add(model.layer);
      applyVisibility(model);
      writeHiddenLayers([...hiddenLayers]);
    });
    const swatch = document.createElement('span');
    swatch.className = 'swatch';
    swatch.style.background = modelColour(position);
    const name = document.createElement('span');
    name.dir = 'auto';
    name.textContent = model.name;
    const label = document.createElement('label');
    label.append(checkbox, swatch, name);
    fieldset.append(label);
  }
  fieldset.hidden = false;
}
