import { searchOperation } from '../../lib/http/former-search/operations.ts';
import { formerSearchResponse } from '../../lib/http/former-search/search-response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** GET /search/resources: the search of the reference platform. */
export const handler = createStreamingHandler({
  ...searchOperation,
  id: 'former-search',
  method: 'GET',
  path: '/search/resources',
  summary: 'The search of Arches, for its clients: one page of hits in its layout',
  responses: { 200: { description: 'One page of hits.', body: 'formerSearchResults' } },
  handle: async function handleFormerSearch(request, context) {
    return formerSearchResponse(request, new Set(request.query.keys()), context);
  },
});
