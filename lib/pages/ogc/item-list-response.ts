import type { DataHandlerContext } from '../../http/data-handler.ts';
import {
  contentCrsHeader,
  nextItemsUri,
  readItemsPage,
  withQuery,
  type ItemsRequest,
} from '../../http/ogc/list-items.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import { withHeaders, type HttpResponse } from '../../http/responses/response.ts';
import { crsUri } from '../../model/ogc/crs-uris.ts';
import type { PageRequest } from '../page-reader.ts';
import { itemListPage } from './item-pages.ts';
import { ogcPageResponse } from './ogc-page-response.ts';
import { parseShownFeature } from './shown-feature.ts';

/** How many features a page lists if the request has no limit. */
const defaultPageLength = 50;

/** Creates the response with a page of the features of a collection. @throws the errors of `readItemsPage` */
export async function itemListResponse(
  request: ItemsRequest & PageRequest,
  context: Pick<DataHandlerContext, 'dataApi' | 'read' | 'settings'>,
): Promise<HttpResponse> {
  const { parameters, path, query } = request;
  const { limit = defaultPageLength, crs } = parameters;
  const { features, dates, nextKey, numberMatched, pageReader } = await readItemsPage(
    request,
    context,
    limit,
    true,
  );
  const response = ogcPageResponse(
    (paths) => {
      const itemsPath = `${paths.collection(path.collectionId)}/items`;
      return itemListPage(
        {
          collectionId: path.collectionId,
          features: features.map((feature) => parseShownFeature(feature, dates)),
          numberMatched,
          crs: crsUri(crs),
          itemQuery: withQuery('', keepNames(query, ['crs', 'properties'])),
          geoJsonPath: toGeoJsonPath(itemsPath, query),
          isFirstPage: parameters.cursor === undefined,
          firstPath: withQuery(itemsPath, omitName(query, 'cursor')),
          nextPath: nextKey === null ? undefined : nextItemsUri(itemsPath, query, nextKey),
        },
        paths,
      );
    },
    request,
    pageReader,
    context.settings,
  );
  return withHeaders(response, contentCrsHeader(crs));
}

/** Returns the path of the GeoJSON of a page. */
export function toGeoJsonPath(path: string, query: ValuesByName): string {
  return withQuery(path, new Map([...query, ['format', ['geojson']] as const]));
}

const keepNames = (query: ValuesByName, names: readonly string[]): ValuesByName =>
  new Map([...query].filter(([name]) => names.includes(name)));

const omitName = (query: ValuesByName, omittedName: string): ValuesByName =>
  new Map([...query].filter(([name]) => name !== omittedName));
