import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formerExportResponse } from '../../lib/http/former-search/export-response.ts';
import {
  exportParameters,
  searchParameters,
} from '../../lib/http/former-search/search-parameters.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** GET /search/export_results: all resource instances of a search of the reference platform. */
export const handler = createStreamingHandler({
  id: 'get-former-search-export',
  method: 'GET',
  path: '/search/export_results',
  summary: 'All resource instances of a search of Arches, as a table, or features',
  access: 'optional-token',
  capability: 'read',
  scope: 'read',
  timeout: 900,
  isStreamed: true,
  errorFormat: 'former-search',
  parameters: z.object({ ...searchParameters, ...exportParameters }),

  responses: {
    200: {
      description:
        'All that are found. Geometries belong to features, values of several tiles are joined.',
      body: { 'application/geo+json': 'formerSearchFeatures', 'text/csv': 'text' },
    },
    400: descriptions.invalidParameterOrBody,
  },
  handle: async function handleGetFormerSearchExport(request, context) {
    return formerExportResponse(request, context, 'tilecsv');
  },
});
