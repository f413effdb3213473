import * as descriptions from '../../lib/http/description/descriptions.ts';
import {
  pageParameters,
  searchParameters,
} from '../../lib/http/former-search/search-parameters.ts';
import { formerSearchResponse } from '../../lib/http/former-search/search-response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';
import * as z from 'zod';

/** POST /search/resources: like GET, with parameters in a form. */
export const handler = createStreamingHandler({
  id: 'query-former-search',
  method: 'POST',
  path: '/search/resources',
  summary: 'Like GET, for searches that are too long for a query',
  access: 'optional-token',
  capability: 'read',
  scope: 'read',
  timeout: 900,
  isStreamed: true,
  errorFormat: 'former-search',
  parameters: z.object({ ...searchParameters, ...pageParameters }),
  parametersInBody: true,
  responses: {
    200: { description: 'One page of hits.', body: 'formerSearchResults' },
    400: descriptions.invalidParameterOrBody,
  },
  handle: async function handleQueryFormerSearch(request, context) {
    return formerSearchResponse(request, new Set(request.query.keys()), context);
  },
});
