import type { MapLibreMap } from 'maplibre-gl';

import { modelColour } from './colours.ts';
import { readHidden, writeHidden } from './address.ts';
import { layerIdsOf } from './record-layers.ts';
import type { Model } from './models.ts';

/** Adds a checkbox for each model, which shows or hides its records. What is hidden stands in the address. */
export function addModelChoice(map: MapLibreMap, models: readonly Model[]): void {
  const fieldset = document.getElementById('map-models');
  if (fieldset === null || models.length === 0) return;
  const hidden = new Set(readHidden());
  const apply = (model: Model): void => {
    const visibility = hidden.has(model.layer) ? 'none' : 'visible';
    for (const id of layerIdsOf(model)) map.setLayoutProperty(id, 'visibility', visibility);
  };
  for (const [position, model] of models.entries()) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = !hidden.has(model.layer);
    box.style.accentColor = modelColour(position);
    box.addEventListener('change', () => {
      if (box.checked) hidden.delete(model.layer);
      else hidden.add(model.layer);
      apply(model);
      writeHidden([...hidden]);
    });
    const swatch = document.createElement('span');
    swatch.className = 'swatch';
    swatch.style.background = modelColour(position);
    const name = document.createElement('span');
    name.dir = 'auto';
    name.textContent = model.name;
    const label = document.createElement('label');
    label.append(box, swatch, name);
    fieldset.append(label);
  }
  fieldset.hidden = false;
}
