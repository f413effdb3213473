import { idNames } from '../../model/layer-filters/queryable.ts';
import { createFeatureTableWriter } from '../../serializers/geojson/feature-table.ts';
import { collectionUri } from '../../serializers/ogc/link.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import { defaultLimit } from './item-parameters.ts';
import { itemHeaders, itemsPageLinks, readItemsPage, type ItemsRequest } from './list-items.ts';
import { ogcResponse } from './ogc-response.ts';

/**
 * Responds with a page of the features of a collection as a table (CSV), with the columns of the collection, or those that are requested.
 * @throws the errors of `readItemsPage`
 */
export async function itemTableResponse(
  request: ItemsRequest,
  context: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, path, mediaType, query } = request;
  const { limit = defaultLimit, properties, crs } = parameters;
  const page = await readItemsPage(request, context, limit);
  const collectionHref = collectionUri(context.settings.baseUrl, path.collectionId);
  const names = page.columns.filter(
    (name) => properties === undefined || properties.includes(name),
  );
  const writer = createFeatureTableWriter([...names, ...idNames]);
  const body = `${writer.start}${writer.write(page.features, 0).text}`;
  const links = itemsPageLinks(collectionHref, query, page.nextKey);
  const response = ogcResponse(mediaType, body, links, undefined);
  return withHeaders(response, itemHeaders(crs, page.numberMatched));
}
