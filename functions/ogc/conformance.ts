import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { conformanceDocument } from '../../lib/serializers/ogc/landing-page.ts';
import { jsonType, ogcUri } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/conformance (OGC API Features part 1, section 7.4). */
export const handler = createPlainHandler({
  id: 'get-ogc-conformance',
  method: 'GET',
  path: '/ogc/conformance',
  summary: 'The parts of OGC API Features that the service supports',
  access: 'public',
  capability: 'none',
  refusesUnknownParameters: true,
  formats: ['json'],
  parameters: documentParameters,
  responses: {
    200: {
      description: 'The conformance classes.',
      body: 'conformanceBody',
      headers: ['Link'],
    },
    304: descriptions.notModified,
  },
  handle: async ({ parameters, mediaType }, { settings }) => {
    const href = `${ogcUri(settings.baseUrl)}/conformance`;
    const links = [{ href, rel: 'self', type: jsonType }];
    return ogcResponse(mediaType, JSON.stringify(conformanceDocument), links, parameters.indent);
  },
});
