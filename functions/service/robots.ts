import * as z from 'zod';

import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { pathsWithPages } from '../../lib/http/methods/allowed-methods.generated.ts';
import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { pagePaths } from '../../lib/pages/layout/paths.ts';
import { robotsWithoutPages, robotsWithPages } from '../../lib/serializers/service/robots.ts';

/** GET /robots.txt (RFC 9309) */
export const handler = createHandlerWithoutDatabase({
  id: 'get-robots',
  method: 'GET',
  path: '/robots.txt',
  summary: 'The rules for crawlers (RFC 9309)',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: {
    200: { description: 'The rules, as text.', body: { 'text/plain': 'text' } },
    403: 'The request did not come through the front (CloudFront).',
  },
  handle: async function handleGetRobots(_request, { settings: { baseUrl, isIndexingEnabled } }) {
    const { base: basePath } = pagePaths(baseUrl);
    const text = isIndexingEnabled
      ? robotsWithPages(baseUrl, basePath, pathsWithPages)
      : robotsWithoutPages(basePath);
    return withHeaders(documentResponse('text/plain', text), {
      'Cache-Control': 'public, max-age=300',
    });
  },
});
