import { frame } from '../../lib/http/handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcAnswer } from '../../lib/http/ogc/ogc-answer.ts';
import { conformance } from '../../lib/serializers/ogc/landing-page.ts';
import { jsonType, ogcUri } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/conformance (OGC API Features part 1, section 7.4). */
export const handler = frame({
  id: 'get-ogc-conformance',
  method: 'GET',
  path: '/ogc/conformance',
  summary: 'The parts of OGC API Features that are here',
  access: 'public',
  capability: 'none',
  refusesUnknown: true,
  formats: ['json'],
  parameters: documentParameters,
  responses: {
    200: {
      meaning: 'The classes of requirements that are met.',
      body: 'conformanceBody',
      headers: ['Link'],
    },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, mediaType }, { settings }) => {
    const href = `${ogcUri(settings.baseUrl)}/conformance`;
    const links = [{ href, rel: 'self', type: jsonType }];
    return ogcAnswer(mediaType, JSON.stringify(conformance), links, parameters.indent);
  },
});
