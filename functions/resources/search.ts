import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { searchFormats } from '../../lib/http/negotiation/formats.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { readConditions, withIgnoredNames } from '../../lib/http/questions/bare-names.ts';
import { listOrSearchResponse } from '../../lib/http/resources/list-or-search-response.ts';
import { listParameters, listedResponse } from '../../lib/http/resources/list-parameter-schemas.ts';
import type { HttpResponse } from '../../lib/http/responses/response.ts';
import { createStreamingHandler } from '../../lib/http/streaming/streaming-handler.ts';

/** POST /search: like GET /resources/, with the parameters and conditions in a form or a JSON object. */
export const handler = createStreamingHandler({
  id: 'search-resources',
  method: 'POST',
  path: '/search',
  summary:
    'Like GET /resources/, for conditions that are too long for a query, and filters in CQL2 JSON',
  access: 'optional-token',
  capability: 'read',
  conditions: 'followed',
  scope: 'read',
  timeout: 900,
  isStreamed: true,
  formats: searchFormats,
  parameters: z.object({
    format: formatParameter('The serialisation, as in GET /resources/.'),
    ...listParameters,
  }),
  parametersInBody: true,
  responses: {
    200: listedResponse,
    400: descriptions.invalidParameterOrBody,
  },
  handle: async function handleSearchResources(received, context) {
    const { query, ignored } = await readConditions(received, listParameters, context);
    const response = await listOrSearchResponse({ ...received, query, ignored }, context);
    return withIgnoredNames(withoutTag(response), ignored);
  },
});

/** An answer to POST has no tag, because no condition of a request can refer to it (RFC 9110, section 13.2.1). */
function withoutTag(response: HttpResponse): HttpResponse {
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => name !== 'ETag');
  return { ...response, headers: Object.fromEntries(headers) };
}
