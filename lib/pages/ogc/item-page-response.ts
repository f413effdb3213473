import { contentCrsHeader } from '../../http/ogc/list-items.ts';
import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import { crsUri } from '../../model/ogc/crs-uris.ts';
import { withHeaders, type HttpResponse } from '../../http/responses/response.ts';
import type { SiteSettings } from '../layout/site.ts';
import type { MapSettings } from '../map/map-element.ts';
import type { PageRequest } from '../page-reader.ts';
import { drawOutline, type Outline } from '../resources/outline.ts';
import type { Words } from '../words/words.ts';
import { toGeoJsonPath } from './item-list-response.ts';
import { itemPage } from './item-pages.ts';
import { ogcPageResponse } from './ogc-page-response.ts';
import { parseShownFeature, type ShownFeature } from './shown-feature.ts';
import type { PageReader } from '../../queries/users/page-reader.ts';

type ItemRequest = PageRequest & {
  readonly path: { readonly collectionId: string; readonly featureId: string };
  readonly parameters: { readonly crs: CoordinateSystem };
};

/**
 * Creates the response with the page of a feature.
 * @param feature the JSON string that `writeFeatures` wrote
 * @param dates the names of its properties that are dates
 */
export function itemPageResponse(
  { feature, dates }: { readonly feature: string; readonly dates: readonly string[] },
  request: ItemRequest,
  pageReader: PageReader | undefined,
  settings: SiteSettings & MapSettings,
): HttpResponse {
  const { path, parameters, query } = request;
  const shownFeature = parseShownFeature(feature, dates);
  const response = ogcPageResponse(
    (paths) => {
      const itemPath = `${paths.collection(path.collectionId)}/items/${shownFeature.gid}`;
      return itemPage(
        {
          collectionId: path.collectionId,
          feature: shownFeature,
          crs: crsUri(parameters.crs),
          geoJsonPath: toGeoJsonPath(itemPath, query),
          outline: parameters.crs === 'CRS84' ? outlineOf(shownFeature, paths.words) : undefined,
          mapStyle: settings.mapStyle,
        },
        paths,
      );
    },
    request,
    pageReader,
    settings,
  );
  return withHeaders(response, contentCrsHeader(parameters.crs));
}

const outlineOf = ({ geometry }: ShownFeature, words: Words): Outline | undefined =>
  geometry === null ? undefined : drawOutline([geometry.value], words);
