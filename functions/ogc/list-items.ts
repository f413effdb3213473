import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { itemTableResponse } from '../../lib/http/ogc/item-table-response.ts';
import { listItems } from '../../lib/http/ogc/list-items.ts';
import { itemFormats } from '../../lib/http/negotiation/formats.ts';
import { itemListParameters } from '../../lib/http/ogc/item-parameters.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { itemListResponse } from '../../lib/pages/ogc/item-list-response.ts';

/** GET /ogc/collections/{collectionId}/items (OGC API Features part 1, section 7.15; part 2). */
export const handler = createStreamingHandler(
  {
    id: 'list-ogc-items',
    method: 'GET',
    path: '/ogc/collections/{collectionId}/items',
    summary: 'The features of a layer, page by page',
    access: 'optional-token',
    capability: 'read',
    isStreamed: true,
    formats: itemFormats,
    parameters: itemListParameters,
    tooLargeHint: 'One feature alone is too large to be sent.',
    responses: {
      200: {
        description: 'A page of features, with a link to the next page if there is one.',
        body: 'itemsBody',
        headers: ['Link', 'Content-Crs', 'OGC-NumberMatched'],
      },
      304: descriptions.notModified,
      404: descriptions.collectionNotFound,
    },
    handle: async function handleListOgcItems(request, context) {
      if (request.format === 'csv') return itemTableResponse(request, context);
      return request.format === 'html'
        ? itemListResponse(request, context)
        : listItems(request, context);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
