import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import { suggestedTermsResponse } from '../../lib/http/former-search/terms-response.ts';
import { textParameter } from '../../lib/http/parameters/types/texts.ts';

/** GET /search/terms: the suggestions of the reference platform's search. */
export const handler = createDataHandler({
  id: 'former-search-terms',
  method: 'GET',
  path: '/search/terms',
  summary: 'Texts and concepts that begin with words, for the search of Arches',
  access: 'optional-token',
  capability: 'read',
  errorFormat: 'former-search',
  parameters: z.object({
    q: textParameter.describe('The beginning of words.'),
    lang: textParameter.describe('The language of labels; * for any.'),
  }),
  responses: {
    200: { description: 'What readable values say.', body: 'formerSearchTerms' },
  },
  handle: async function handleFormerSearchTerms(request, context) {
    return suggestedTermsResponse(request, context);
  },
});
