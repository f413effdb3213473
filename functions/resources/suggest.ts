import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { suggestionsResponse } from '../../lib/http/questions/suggestions-response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { textParameter } from '../../lib/http/parameters/types/texts.ts';

/** GET /search/suggest. */
export const handler = createDataHandler({
  id: 'suggest',
  method: 'GET',
  path: '/search/suggest',
  summary: 'Records, concepts and texts that begin with words, each with the request that finds it',
  access: 'optional-token',
  capability: 'read',
  conditions: 'refused',
  // Scripts of pages request it, so it counts the session of the browser.
  formats: ['results'],
  parameters: z.object({
    q: textParameter.describe('The beginning of words; without it, nothing is suggested.'),
    graph: textParameter.describe('Only what is found in this model: its id or slug.'),
    indent: indentParameter,
  }),
  responses: {
    200: {
      description: 'Up to 20 suggestions, each of something that the caller may see.',
      body: 'suggestions',
    },
  },
  handle: async function handleSuggest(request, context) {
    return suggestionsResponse(request, context);
  },
});
