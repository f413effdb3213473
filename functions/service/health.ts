import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';

/** GET /health */
export const handler = createPlainHandler({
  id: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Tells that the service answers. It does not wake the database.',
  access: 'public',
  capability: 'none',
  parameters: indentOnly,
  responses: { 200: { description: 'The service answers.', body: 'health' } },
  handle: async () => jsonResponse({ status: 'ok' }),
});
