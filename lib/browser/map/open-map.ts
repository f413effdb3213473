import {
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type StyleSpecification,
} from 'maplibre-gl';

import type { MapOptions } from '../../pages/map/map-options.ts';
import { hasView, readHidden, viewName } from './address.ts';
import { baseStyle, detailedZoom } from './base-style.ts';
import { readColours } from './colours.ts';
import { addModelChoice } from './model-choice.ts';
import { showExtent } from './extent.ts';
import { fetchModels, type Model } from './models.ts';
import { recordLayers, recordSource } from './record-layers.ts';
import { highlight, listRecordsInView } from './record-list.ts';
import { showRecordsOnClick } from './record-popup.ts';
import { showSearchResults } from './search-results.ts';

/** The zoom of tiles beyond which the map enlarges them. */
const maxTileZoom = 18;

/**
 * Opens the map in an element of a page.
 * @throws Error if the models cannot be fetched, or the browser cannot draw the map
 */
export async function openMap(element: HTMLElement, options: MapOptions): Promise<void> {
  setWorkerUrl(options.worker);
  const [models] = await Promise.all([
    fetchModels(options.tiles),
    loadStylesheet(options.stylesheet),
  ]);
  element.replaceChildren();
  const { resource, isWholePage } = options;
  // Outlines of the world are empty where streets would be.
  const closestZoom = options.ownStyle === undefined ? 8 : 14;
  const map = new MapLibreMap({
    container: element,
    center: [10, 25],
    zoom: 0.8,
    maxZoom: 20,
    dragRotate: false,
    pitchWithRotate: false,
    // Otherwise the wheel would zoom the map instead of scrolling the page.
    cooperativeGestures: !isWholePage,
    ...(isWholePage ? { hash: viewName } : {}),
    ...(resource
      ? { bounds: [...resource.bounds], fitBoundsOptions: { padding: 40, maxZoom: closestZoom } }
      : {}),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new ScaleControl());
  let { ownStyle } = options;
  const drawStyle = (): void => applyStyle(map, models, { ...options, ownStyle });
  map.on('error', ({ error }) => {
    reportError(error);
    if (ownStyle === undefined || isStyleLoaded(map)) return;
    ownStyle = undefined;
    // There is nothing to compare the next style with.
    map.setStyle(null);
    drawStyle();
  });
  drawStyle();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawStyle);
  await map.once('load');
  showRecordsOnClick(map, models, options.resources);
  if (resource !== undefined) showResource(map, models, resource);
  else if (!hasView()) showExtent(map, models, closestZoom);
  if (isWholePage) {
    addModelChoice(map, models);
    listRecordsInView(map, models, options.resources);
    showSearchResults(map, closestZoom);
  }
  // The map becomes idle once more, so that listeners for `idle` run.
  map.triggerRepaint();
}

/** Whether the map has a style. Before that the library returns none, unlike its types say. */
function isStyleLoaded(map: MapLibreMap): boolean {
  const style: StyleSpecification | undefined = map.getStyle();
  return style !== undefined;
}

/** Draws the outlines of the world, or the project's own style, and the records above. */
function applyStyle(map: MapLibreMap, models: readonly Model[], options: MapOptions): void {
  const colours = readColours();
  const { tiles, ownStyle, outlines } = options;
  const hidden = options.isWholePage ? readHidden() : [];
  const style = ownStyle ?? baseStyle(outlines[map.getZoom() < detailedZoom ? 0 : 1], colours);
  map.setStyle(style, {
    transformStyle: (_previous, next) => ({
      ...next,
      sources: {
        ...next.sources,
        [recordSource]: {
          type: 'vector',
          tiles: [`${location.origin}${tiles}/{z}/{y}/{x}`],
          maxzoom: maxTileZoom,
          promoteId: 'resourceinstanceid',
        },
      },
      layers: [
        ...next.layers,
        ...models.flatMap((model, position) =>
          recordLayers(model, {
            position,
            isHidden: hidden.includes(model.layer),
            colours,
            font: fontOf(next),
          }),
        ),
      ],
    }),
  });
  if (ownStyle === undefined) loadDetailedOutlines(map, outlines[1]);
}

/** The first font of a style. The browser draws names itself if the style has no glyphs. */
function fontOf({ layers }: StyleSpecification): readonly string[] {
  const fonts = layers.flatMap((layer) => {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    const names = Array.isArray(font) ? font.filter((name) => typeof name === 'string') : [];
    return names.length > 0 && names[0] !== 'literal' ? [names] : [];
  });
  return fonts[0] ?? ['sans-serif'];
}

/** Replaces the coarse outlines once the map is larger. */
function loadDetailedOutlines(map: MapLibreMap, outlines: string): void {
  const load = (): void => {
    if (map.getZoom() < detailedZoom) return;
    map.off('zoomend', load);
    const source = map.getSource<GeoJSONSource>('world');
    void source?.setData(outlines);
  };
  map.on('zoomend', load);
}

function showResource(
  map: MapLibreMap,
  models: readonly Model[],
  { id, bounds: [west, south, east, north] }: NonNullable<MapOptions['resource']>,
): void {
  for (const model of models) highlight(map, { id, model }, true);
  if (west === east && south === north) new Marker().setLngLat([west, south]).addTo(map);
}

function loadStylesheet(path: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error('its stylesheet cannot be loaded.')));
  });
}

function reportError({ message }: { readonly message: string }): void {
  const status = document.getElementById('map-status');
  if (status !== null)
    status.textContent = `Parts of the map could not be loaded. Reload the page to try again. (${message})`;
}
