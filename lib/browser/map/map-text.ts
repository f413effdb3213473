import { IntlMessageFormat } from 'intl-messageformat';

import type { MapMessageKey, MapWords } from '../../pages/map/map-options.ts';

/** Writes a message of the map in the language of the page. */
export type MapText = (
  key: MapMessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Creates the texts of a map from the messages that the page has for it. */
export const createMapText =
  ({ locale, messages }: MapWords): MapText =>
  (key, values = {}) =>
    String(new IntlMessageFormat(messages[key] ?? '', locale).format({ ...values }));

/** The words of MapLibre, by its own keys. */
export const mapLibreWords = (text: MapText): Record<string, string> => ({
  'Map.Title': text('map-script.canvas'),
  'Marker.Title': text('map-script.marker'),
  'NavigationControl.ZoomIn': text('map-script.zoom-in'),
  'NavigationControl.ZoomOut': text('map-script.zoom-out'),
  'Popup.Close': text('map-script.close'),
  'AttributionControl.ToggleAttribution': text('map-script.attribution'),
  'CooperativeGesturesHandler.WindowsHelpText': text('map-script.scroll'),
  'CooperativeGesturesHandler.MacHelpText': text('map-script.scroll-on-mac'),
  'CooperativeGesturesHandler.MobileHelpText': text('map-script.touch'),
});
