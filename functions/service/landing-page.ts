import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { landingHtmlPage } from '../../lib/pages/home/landing-page.ts';
import { dataPageResponse } from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { mapHeaders } from '../../lib/pages/map/map-element.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findLandingPageContent } from '../../lib/queries/service/landing-page-content.ts';
import { serviceLandingPage } from '../../lib/serializers/service/landing-page.ts';

/** GET /. Existing clients call it first, often with expired tokens, so it ignores tokens. Only the page for people reads the database. */
export const handler = createDataHandler(
  {
    id: 'get-landing-page',
    method: 'GET',
    path: '/',
    summary: 'The landing page: links to the rest of the service',
    access: 'optional-session',
    capability: 'read',
    ignoresUnknownAccept: true,
    formats: ['json', 'html'],
    parameters: z.object({
      format: formatParameter('The serialisation: json, or html for people.'),
      indent: indentParameter,
    }),
    responses: {
      200: { description: 'Links to the other documents.', body: 'landingPageBody' },
      304: descriptions.notModified,
    },
    handle: async function handleGetLandingPage(request, { settings, read }) {
      const { format, mediaType, caller } = request;
      const landingPage = serviceLandingPage(settings.baseUrl, settings.instance);
      if (format === 'json')
        return withHeaders(documentResponse(mediaType, JSON.stringify(landingPage)), {
          'Cache-Control': 'no-cache',
        });
      const { models, changes, pageReader } = await read(findLandingPageContent(caller));
      const paths = createSite(settings, request.languages);
      const reader = describeReader(request, pageReader, paths);
      const page = landingHtmlPage(
        {
          landingPage,
          models,
          changes,
          languages: request.languages,
          reader,
          mapStyle: settings.mapStyle,
        },
        paths,
      );
      return dataPageResponse(page, paths.words, mapHeaders(settings));
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
