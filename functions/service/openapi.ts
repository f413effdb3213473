import * as descriptions from '../../lib/http/description/descriptions.ts';
import openApi from '../../lib/http/description/openapi.generated.json' with { type: 'json' };
import { descriptionResponse } from '../../lib/http/description/description-response.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';

/** GET /openapi.json: the document that `npm run generate` writes from the operations. */
export const handler = createHandlerWithoutDatabase({
  id: 'get-openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'The description of all operations, as an OpenAPI 3.1 document',
  access: 'ignores-token',
  capability: 'none',
  parameters: indentOnlyParameters,
  responses: {
    200: { description: 'The description.', body: 'openApiDescription' },
    304: descriptions.notModified,
  },
  handle: async function handleGetOpenapi({ parameters }, { settings: { baseUrl, instance } }) {
    return descriptionResponse(openApi, { baseUrl, instance, indent: parameters.indent });
  },
});
