import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { documentParameters } from '../../lib/http/ogc/document-parameters.ts';
import { ogcResponse } from '../../lib/http/ogc/ogc-response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { ogcPageResponse } from '../../lib/pages/ogc/ogc-page-response.ts';
import { ogcLandingHtmlPage } from '../../lib/pages/ogc/overview-pages.ts';
import { findPageReader } from '../../lib/queries/users/page-reader.ts';
import { ogcLandingPage } from '../../lib/serializers/ogc/landing-page.ts';

/** GET /ogc (OGC API Features part 1, section 7.2). */
export const handler = createDataHandler(
  {
    id: 'get-ogc-landing-page',
    method: 'GET',
    path: '/ogc',
    summary: 'The landing page of OGC API Features',
    access: 'optional-session',
    capability: 'read',
    refusesUnknownParameters: true,
    formats: ['json', 'html'],
    parameters: documentParameters,
    responses: {
      200: {
        description: 'Links to the other documents.',
        body: 'landingPageBody',
        headers: ['Link'],
      },
      304: descriptions.notModified,
    },
    handle: async function handleGetOgcLandingPage(request, { settings, read }) {
      const { parameters, mediaType, caller, format } = request;
      const page = ogcLandingPage(settings.baseUrl, settings.instance);
      if (format === 'html') {
        const pageReader = caller === null ? undefined : await read(findPageReader(caller));
        return ogcPageResponse(
          (paths) => ogcLandingHtmlPage(page, paths),
          request,
          pageReader,
          settings,
        );
      }
      return ogcResponse(mediaType, JSON.stringify(page), page.links, parameters.indent);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
