import * as descriptions from '../../lib/http/description/descriptions.ts';
import { searchOperation } from '../../lib/http/former-search/operations.ts';
import { formerSearchResponse } from '../../lib/http/former-search/search-response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** POST /search/resources: like GET, with parameters in a form. */
export const handler = createStreamingHandler({
  ...searchOperation,
  id: 'query-former-search',
  method: 'POST',
  path: '/search/resources',
  summary: 'Like GET, for searches that are too long for a query',
  scope: 'read',
  parametersInBody: true,
  responses: {
    200: { description: 'One page of hits.', body: 'formerSearchResults' },
    400: descriptions.invalidParameterOrBody,
  },
  handle: async function handleQueryFormerSearch(request, context) {
    return formerSearchResponse(request, new Set(request.query.keys()), context);
  },
});
