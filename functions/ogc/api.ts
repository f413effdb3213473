import * as z from 'zod';

import { descriptionResponse } from '../../lib/http/description/description.ts';
import openApi from '../../lib/http/description/ogc.generated.json' with { type: 'json' };
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { format, indent } from '../../lib/http/parameters/parameter-types.ts';
import { jsonType, openApiType } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/api: what `npm run generate` wrote of the operations below /ogc, with the address of this service. */
export const handler = createPlainHandler({
  id: 'get-ogc-api',
  method: 'GET',
  path: '/ogc/api',
  summary: 'OGC API Features described, as an OpenAPI 3.0 document',
  access: 'public',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['openapi-json'],
  parameters: z.object({ indent, format: format('json, the only one.') }),
  responses: {
    200: {
      description: 'The description.',
      body: { [openApiType]: 'openApiDescription', [jsonType]: 'openApiDescription' },
    },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, mediaType }, { settings: { baseUrl } }) =>
    descriptionResponse(openApi, {
      baseUrl,
      indent: parameters.indent,
      // What the standard asks for names the version, too.
      mediaType: mediaType === jsonType ? jsonType : openApiType,
    }),
});
