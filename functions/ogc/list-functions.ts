import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { functionsDocument } from '../../lib/serializers/ogc/functions-document.ts';
import { jsonType, ogcUri } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/functions (CQL2, requirements class "Functions"). */
export const handler = createHandlerWithoutDatabase({
  id: 'list-ogc-functions',
  method: 'GET',
  path: '/ogc/functions',
  summary: 'The functions of this service for the parameter filter',
  access: 'ignores-token',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: z.object({ indent: indentParameter, format: formatParameter('json.') }),
  responses: {
    200: { description: 'The functions.', body: 'functionsBody', headers: ['Link'] },
    304: descriptions.notModified,
  },
  handle: async function handleListOgcFunctions({ parameters }, { settings }) {
    const links = [{ href: `${ogcUri(settings.baseUrl)}/functions`, rel: 'self', type: jsonType }];
    return ogcResponse(jsonType, JSON.stringify(functionsDocument), links, parameters.indent);
  },
});
