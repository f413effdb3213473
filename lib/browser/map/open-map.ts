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
import { linkToArea } from './area-link.ts';
import { hasMapPosition, readHiddenLayers, viewParameter } from './address.ts';
import { createBaseStyle, detailedZoom } from './base-style.ts';
import { readColours } from './colours.ts';
import { createMapText, mapLibreWords, type MapText } from './map-text.ts';
import { addModelChoice } from './model-choice.ts';
import { sayNothingIsThere, showFoundRecords } from './extent.ts';
import { fetchTileset, type Model } from './models.ts';
import { createRecordLayers, recordSource } from './record-layers.ts';
import { listRecordsInView, setRecordHighlight } from './record-list.ts';
import { showRecordsOnClick } from './record-popup.ts';
import { showSuggestionsOnMap } from './search-results.ts';

/** The highest zoom of tiles. At higher zooms the map enlarges them. */
const maxMapTileZoom = 18;

/**
 * Opens the map in an element of a page.
 * @throws Error if the models cannot be fetched, or the browser cannot draw the map
 */
export async function openMap(element: HTMLElement, options: MapOptions): Promise<void> {
  setWorkerUrl(options.worker);
  const [{ models, bounds }] = await Promise.all([
    fetchTileset(options.tiles),
    loadStylesheet(options.stylesheet),
  ]);
  element.replaceChildren();
  const text = createMapText(options.words);
  const { resource, isWholePage, query = '' } = options;
  // The extent of what a search finds is not known beforehand.
  const firstBounds = resource?.bounds ?? (query === '' ? bounds : undefined);
  // Read before the map exists, which writes its own position into the address.
  const isPositioned = hasMapPosition();
  // The outlines of the world have no streets, so a closer zoom would show an empty map.
  const closestZoom = options.ownStyle === undefined ? 8 : 14;
  const map = new MapLibreMap({
    container: element,
    locale: mapLibreWords(text),
    center: [10, 25],
    zoom: 0.8,
    maxZoom: 20,
    dragRotate: false,
    pitchWithRotate: false,
    // Otherwise the wheel would zoom the map instead of scrolling the page.
    cooperativeGestures: !isWholePage,
    ...(isWholePage ? { hash: viewParameter } : {}),
    ...(firstBounds === undefined
      ? {}
      : { bounds: [...firstBounds], fitBoundsOptions: { padding: 40, maxZoom: closestZoom } }),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new ScaleControl());
  let { ownStyle } = options;
  const drawStyle = (): void => applyStyle(map, models, { ...options, ownStyle });
  map.on('error', ({ error }) => {
    reportError(error, text);
    if (ownStyle === undefined || isStyleLoaded(map)) return;
    ownStyle = undefined;
    // Otherwise MapLibre would compare the next style with this one, which is not loaded.
    map.setStyle(null);
    drawStyle();
  });
  drawStyle();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawStyle);
  await map.once('load');
  showRecordsOnClick(map, models, options.resources, text);
  if (resource !== undefined) showResource(map, models, resource);
  else if (bounds === undefined) sayNothingIsThere(map, text);
  else if (query !== '' && !isPositioned) showFoundRecords(map, models, closestZoom, text);
  if (isWholePage) {
    addModelChoice(map, models);
    const isEmpty = bounds === undefined;
    listRecordsInView(map, models, { resourcePagesPath: options.resources, isEmpty }, text);
    showSuggestionsOnMap(map, closestZoom);
    linkToArea(map);
    if (ownStyle === undefined) sayWhereOutlinesEnd(map, text);
  }
  // The map becomes idle once more, so that the listeners for `idle` that were just added run.
  map.triggerRepaint();
}

/** Whether the style of the map is loaded. Until then `getStyle` returns undefined, contrary to its type. */
function isStyleLoaded(map: MapLibreMap): boolean {
  const style: StyleSpecification | undefined = map.getStyle();
  return style !== undefined;
}

/** Draws the outlines of the world, or the project's own style, with the records above. */
function applyStyle(map: MapLibreMap, models: readonly Model[], options: MapOptions): void {
  const colours = readColours();
  const { tiles, query = '', ownStyle, outlines } = options;
  const hiddenLayers = options.isWholePage ? readHiddenLayers() : [];
  const style =
    ownStyle ?? createBaseStyle(outlines[map.getZoom() < detailedZoom ? 0 : 1], colours);
  map.setStyle(style, {
    transformStyle: (_previous, next) => ({
      ...next,
      sources: {
        ...next.sources,
        [recordSource]: {
          type: 'vector',
          tiles: [`${location.origin}${tiles}/{z}/{y}/{x}${query}`],
          maxzoom: maxMapTileZoom,
          promoteId: 'resourceinstanceid',
        },
      },
      layers: [
        ...next.layers,
        ...createRecordLayers(models, {
          hiddenLayers,
          isAboveStreets: ownStyle !== undefined,
          colours,
          font: fontOf(next),
        }),
      ],
    }),
  });
  if (ownStyle === undefined) loadDetailedOutlines(map, outlines[1]);
}

/** Returns the first font of a style. If the style has no fonts, the browser draws names in its own. */
function fontOf({ layers }: StyleSpecification): readonly string[] {
  const fonts = layers.flatMap((layer) => {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    const names = Array.isArray(font) ? font.filter((name) => typeof name === 'string') : [];
    return names.length > 0 && names[0] !== 'literal' ? [names] : [];
  });
  return fonts[0] ?? ['sans-serif'];
}

/** Replaces the coarse outlines by the detailed ones once the map is zoomed in. */
function loadDetailedOutlines(map: MapLibreMap, outlinesUrl: string): void {
  const load = (): void => {
    if (map.getZoom() < detailedZoom) return;
    map.off('zoomend', load);
    const source = map.getSource<GeoJSONSource>('world');
    void source?.setData(outlinesUrl);
  };
  map.on('zoomend', load);
}

function showResource(
  map: MapLibreMap,
  models: readonly Model[],
  { id, bounds: [west, south, east, north] }: NonNullable<MapOptions['resource']>,
): void {
  for (const model of models) setRecordHighlight(map, { id, model }, true);
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

/** The zoom from which a map of outlines shows nothing but records. */
const lastOutlineZoom = 9;

/** Says that the map has no streets, as long as it shows a place that large. */
function sayWhereOutlinesEnd(map: MapLibreMap, text: MapText): void {
  map.on('zoomend', () => {
    const detail = document.getElementById('map-detail');
    if (detail !== null)
      detail.textContent = map.getZoom() > lastOutlineZoom ? text('map-script.outlines') : '';
  });
}

function reportError({ message }: { readonly message: string }, text: MapText): void {
  const status = document.getElementById('map-status');
  if (status !== null) status.textContent = text('map-script.partly-failed', { reason: message });
}
