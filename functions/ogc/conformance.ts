import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { ogcPageResponse } from '../../lib/pages/ogc/ogc-page-response.ts';
import { conformanceHtmlPage } from '../../lib/pages/ogc/overview-pages.ts';
import { findPageReader } from '../../lib/queries/users/page-reader.ts';
import { conformanceDocument } from '../../lib/serializers/ogc/landing-page.ts';
import { jsonType, ogcUri, createPageLink } from '../../lib/serializers/ogc/link.ts';

/** GET /ogc/conformance (OGC API Features part 1, section 7.4). */
export const handler = createDataHandler(
  {
    id: 'get-ogc-conformance',
    method: 'GET',
    path: '/ogc/conformance',
    summary: 'The parts of OGC API Features that the service supports',
    access: 'optional-session',
    capability: 'read',
    refusesUnknownParameters: true,
    formats: ['json', 'html'],
    parameters: documentParameters,
    responses: {
      200: {
        description: 'The conformance classes.',
        body: 'conformanceBody',
        headers: ['Link'],
      },
      304: descriptions.notModified,
    },
    handle: async function handleGetOgcConformance(request, { settings, read }) {
      const { parameters, mediaType, caller, format } = request;
      if (format === 'html') {
        const pageReader = caller === null ? undefined : await read(findPageReader(caller));
        return ogcPageResponse(
          (paths) => conformanceHtmlPage(conformanceDocument, paths),
          request,
          pageReader,
          settings,
        );
      }
      const href = `${ogcUri(settings.baseUrl)}/conformance`;
      const links = [{ href, rel: 'self', type: jsonType }, createPageLink(href)];
      return ogcResponse(mediaType, JSON.stringify(conformanceDocument), links, parameters.indent);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
