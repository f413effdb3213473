import { frame } from '../../lib/http/handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcAnswer } from '../../lib/http/ogc/ogc-answer.ts';
import { landingPage } from '../../lib/serializers/ogc/landing-page.ts';

/** GET /ogc (OGC API Features part 1, section 7.2). */
export const handler = frame({
  id: 'get-ogc-landing-page',
  method: 'GET',
  path: '/ogc',
  summary: 'Where clients of OGC API Features begin',
  access: 'public',
  capability: 'none',
  refusesUnknown: true,
  formats: ['json'],
  parameters: documentParameters,
  responses: {
    200: { meaning: 'Links to everything else.', body: 'landingPageBody', headers: ['Link'] },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, mediaType }, { settings }) => {
    const page = landingPage(settings.baseUrl);
    return ogcAnswer(mediaType, JSON.stringify(page), page.links, parameters.indent);
  },
});
