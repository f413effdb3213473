import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { facetParameters, facetsResponse } from '../../lib/http/questions/facets-response.ts';

/** POST /search/facets: like GET, with the parameters and conditions in a form or a JSON object. */
export const handler = createDataHandler({
  id: 'query-facets',
  method: 'POST',
  path: '/search/facets',
  summary: 'Like GET, for conditions that are too long for a query, and filters in CQL2 JSON',
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed',
  scope: 'read',
  parameters: z.object(facetParameters),
  parametersInBody: true,
  responses: {
    200: { description: 'The counts.', body: 'facets', headers: ['X-Ignored'] },
    400: descriptions.invalidParameterOrBody,
  },
  handle: async function handleQueryFacets(request, context) {
    return facetsResponse(request, context);
  },
});
