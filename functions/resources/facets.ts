import * as z from 'zod';

import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { facetParameters, facetsResponse } from '../../lib/http/questions/facets-response.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';

/** GET /search/facets: how many of the found resource instances have each model, concept or century. */
export const handler = createDataHandler({
  id: 'get-facets',
  method: 'GET',
  path: '/search/facets',
  summary: 'How many of the resource instances that GET /resources/ finds have each value',
  description:
    'Takes the conditions of GET /resources/. Counts are exact to 10,000 resource instances; otherwise they are those of the first 10,000 in the order of ids, and `is_complete` is false. Each `value`, sent in the parameter `condition`, finds the resource instances that it counts.',
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed',
  parameters: z.object(facetParameters),
  responses: {
    200: { description: 'The counts.', body: 'facets', headers: ['X-Ignored'] },
    304: descriptions.notModified,
  },
  handle: async function handleGetFacets(request, context) {
    const response = await facetsResponse(request, context);
    const tag = contentTag(
      'application/json',
      request.parameters.indent,
      JSON.stringify(response.body),
    );
    return withHeaders(response, validatorHeaders(tag, null));
  },
});
