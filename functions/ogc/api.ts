import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { descriptionResponse } from '../../lib/http/description/description-response.ts';
import openApi from '../../lib/http/description/ogc.generated.json' with { type: 'json' };
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { jsonType, openApiType } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/api: the OpenAPI document that `npm run generate` writes from the operations below /ogc. */
export const handler = createPlainHandler({
  id: 'get-ogc-api',
  method: 'GET',
  path: '/ogc/api',
  summary: 'The description of OGC API Features, as an OpenAPI 3.0 document',
  access: 'public',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['openapi-json'],
  parameters: z.object({ indent: indentParameter, format: formatParameter(descriptions.jsonOnly) }),
  responses: {
    200: {
      description: 'The description.',
      body: { [openApiType]: 'openApiDescription', [jsonType]: 'openApiDescription' },
    },
    304: descriptions.notModified,
  },
  handle: async ({ parameters, mediaType }, { settings: { baseUrl } }) =>
    descriptionResponse(openApi, {
      baseUrl,
      indent: parameters.indent,
      // The type that the standard requires has a version parameter.
      mediaType: mediaType === jsonType ? jsonType : openApiType,
    }),
});
