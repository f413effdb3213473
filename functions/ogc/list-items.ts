import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import { listItems } from '../../lib/http/ogc/list-items.ts';
import { itemsParameters } from '../../lib/http/ogc/item-parameters.ts';

/** GET /ogc/collections/{collectionId}/items (OGC API Features part 1, section 7.15; part 2). */
export const handler = createStreamingHandler({
  id: 'list-ogc-items',
  method: 'GET',
  path: '/ogc/collections/{collectionId}/items',
  summary: 'The features of a layer, page by page',
  access: 'open',
  capability: 'statements',
  isStreamed: true,
  refusesUnknownParameters: true,
  formats: ['geo-json'],
  parameters: itemsParameters,
  tooLargeAdvice: 'One feature alone is too large to be sent.',
  responses: {
    200: {
      description: 'A page of features, with a link to the next where there are more.',
      body: 'itemsBody',
      headers: ['Link', 'Content-Crs', 'OGC-NumberMatched'],
    },
    304: 'It is what the caller has already.',
    404: 'There is no active spatial view with this slug, or with it before the kind, whose geometries the caller may read.',
  },
  handle: listItems,
});
