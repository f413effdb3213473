import { fileOrigins, type FileSettings } from '../../files/file-location.ts';
import type { Settings } from '../../settings.ts';
import { webMercatorQuad } from '../../serializers/ogc/tile-matrix-set.ts';
import { assetNames } from '../layout/asset-names.generated.ts';
import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { pageSecurityPolicy } from '../security-policy.ts';
import type { HeaderFields } from '../../http/responses/response.ts';
import { mapSourceHosts, type StyleSettings } from './map-hosts.ts';
import type { MapOptions } from './map-options.ts';
import type { Words } from '../words/words.ts';
import { mapStyle } from './map-style.ts';

/** The style and the script of a page with a map, as members of `LayoutParts`. */
export function mapParts(paths: PagePaths) {
  return { style: mapStyle, moduleScript: paths.asset(assetNames.map) };
}

export type MapSettings = StyleSettings & FileSettings;

/** The headers of a page with a map, which shows pictures of the records on it. */
export function mapHeaders(settings: MapSettings): HeaderFields {
  const hosts = mapSourceHosts(settings);
  const pictures = ["'self'", ...fileOrigins(settings)];
  const policy = pageSecurityPolicy({ styles: [mapStyle], hosts, pictures });
  return { 'Content-Security-Policy': policy };
}

type MapElementOptions = Pick<MapOptions, 'resource' | 'isWholePage' | 'query'> &
  Pick<Settings, 'mapStyle'>;

/** What stands in the place of a map until it is drawn, and without scripts. */
export const loadingMap = (words: Words): Html =>
  html`<p class="loading">${words.text('map.loading')}</p>
    <noscript><p>${words.text('map.needs-script')}</p></noscript>`;

/**
 * A map of all records that the reader may see.
 * @param content the HTML that is shown if scripts are disabled
 */
export function mapElement(
  { mapStyle: ownStyle, ...options }: MapElementOptions,
  content: Html,
  paths: Site,
): Html {
  const { locale, messagesOf } = paths.words;
  const data: MapOptions = {
    words: { locale, messages: messagesOf('map-script') },
    tiles: `${paths.ogc}/tiles/${webMercatorQuad.id}`,
    resources: paths.resources,
    worker: paths.asset(assetNames['map-worker']),
    stylesheet: paths.asset(assetNames['map-style']),
    outlines: [
      paths.asset(assetNames['world-outlines']),
      paths.asset(assetNames['detailed-world-outlines']),
    ],
    ...(ownStyle === undefined ? {} : { ownStyle }),
    ...options,
  };
  return html`<div class="card map" data-map="${JSON.stringify(data)}">${content}</div>`;
}
