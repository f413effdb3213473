import * as z from 'zod';

import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { htmlResponse, servicePagePaths } from '../../lib/pages/html-page.ts';
import { landingHtmlPage } from '../../lib/pages/landing-page.ts';
import { serviceLandingPage } from '../../lib/serializers/service/landing-page.ts';

/** GET /. Existing clients call it first, often with expired tokens, so it ignores tokens. */
export const handler = createPlainHandler({
  id: 'get-landing-page',
  method: 'GET',
  path: '/',
  summary: 'The landing page: links to the rest of the service',
  access: 'public',
  capability: 'none',
  ignoresUnknownAccept: true,
  formats: ['json', 'html'],
  parameters: z.object({
    format: formatParameter('The serialisation: json, or html for people.'),
    indent: indentParameter,
  }),
  responses: { 200: { description: 'Links to the other documents.', body: 'landingPageBody' } },
  handle: async ({ format, mediaType }, { settings }) => {
    const page = serviceLandingPage(settings.baseUrl);
    if (format === 'html') return htmlResponse(landingHtmlPage(page, servicePagePaths()));
    return withHeaders(documentResponse(mediaType, JSON.stringify(page)), {
      'Cache-Control': 'no-cache',
    });
  },
});
