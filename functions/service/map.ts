import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { readQuestion } from '../../lib/http/questions/read-question.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { dataPageResponse } from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { mapHeaders } from '../../lib/pages/map/map-element.ts';
import { mapPage, pickMapQuery } from '../../lib/pages/map/map-page.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findPageReader } from '../../lib/queries/users/page-reader.ts';

/** GET /map: the page of the map. Its script reads the records from the map tiles. */
export const handler = createDataHandler(
  {
    id: 'get-map',
    method: 'GET',
    path: '/map',
    summary:
      'A page for people with a map of all that the caller may see, or of what a search finds',
    description: descriptions.conditionsOnMap,
    access: 'optional-session',
    capability: 'read',
    conditions: 'followed-from-query',
    ignoresUnknownAccept: true,
    formats: ['html'],
    parameters: z.object({ format: formatParameter('html, the only format.') }),
    responses: {
      200: { description: 'The page.', body: { 'text/html': 'text' } },
      304: descriptions.notModified,
    },
    handle: async function handleGetMap(request, context) {
      const { settings, read } = context;
      const { caller, conditions } = request;
      const { baseUrl, mapStyle } = settings;
      const paths = createSite(settings, request.languages);
      const pageReader = caller === null ? undefined : await read(findPageReader(caller));
      const reader = describeReader(request, pageReader, paths);
      const graph = conditions.get('graph')?.[0] || undefined;
      // Otherwise each of its tiles would report what is wrong.
      await readQuestion(conditions, caller, graph, context);
      const sent = pickMapQuery(conditions);
      const page = mapPage({ reader, canonical: `${baseUrl}/map`, mapStyle, sent }, paths);
      return dataPageResponse(page, paths.words, mapHeaders(settings));
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
