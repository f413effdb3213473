import { documentResponse } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { heritageContext } from '../../lib/json-ld/contexts/heritage.ts';

/** GET /contexts/heritage.jsonld */
export const handler = createHandlerWithoutDatabase({
  id: 'get-context',
  method: 'GET',
  path: '/contexts/heritage.jsonld',
  summary: 'The JSON-LD context for documents',
  access: 'ignores-token',
  capability: 'none',
  parameters: indentOnlyParameters,
  responses: {
    200: { description: 'The context.', body: { 'application/ld+json': 'contextDocument' } },
  },
  handle: async function handleGetContext() {
    return {
      ...documentResponse('application/ld+json', JSON.stringify({ '@context': heritageContext })),
      headers: { 'Cache-Control': 'public, max-age=86400' },
    };
  },
});
