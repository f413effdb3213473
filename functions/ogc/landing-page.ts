import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { ogcLandingPage } from '../../lib/serializers/ogc/landing-page.ts';

/** GET /ogc (OGC API Features part 1, section 7.2). */
export const handler = createPlainHandler({
  id: 'get-ogc-landing-page',
  method: 'GET',
  path: '/ogc',
  summary: 'The landing page of OGC API Features',
  access: 'public',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: documentParameters,
  responses: {
    200: {
      description: 'Links to the other documents.',
      body: 'landingPageBody',
      headers: ['Link'],
    },
    304: descriptions.notModified,
  },
  handle: async ({ parameters, mediaType }, { settings }) => {
    const page = ogcLandingPage(settings.baseUrl);
    return ogcResponse(mediaType, JSON.stringify(page), page.links, parameters.indent);
  },
});
