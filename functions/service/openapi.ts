import openApi from '../../lib/http/description/openapi.generated.json' with { type: 'json' };
import { descriptionResponse } from '../../lib/http/description/description.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';

/** GET /openapi.json: what `npm run generate` wrote of the operations, with the address of this service. */
export const handler = createPlainHandler({
  id: 'get-openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description: all operations, as an OpenAPI 3.1 document',
  access: 'public',
  capability: 'none',
  parameters: indentOnly,
  responses: {
    200: { description: 'The description.', body: 'openApiDescription' },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters }, { settings: { baseUrl } }) =>
    descriptionResponse(openApi, { baseUrl, indent: parameters.indent }),
});
