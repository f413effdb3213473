import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';

/** GET /health */
export const handler = createHandlerWithoutDatabase({
  id: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Checks that the service responds. It does not start the database.',
  access: 'ignores-token',
  capability: 'none',
  parameters: indentOnlyParameters,
  responses: { 200: { description: 'The service responds.', body: 'health' } },
  handle: async function handleHealth() {
    return jsonResponse({ status: 'ok' });
  },
});
