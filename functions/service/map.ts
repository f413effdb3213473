import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { dataPageResponse } from '../../lib/pages/html-page.ts';
import { pagePaths } from '../../lib/pages/layout/paths.ts';
import { mapHeaders } from '../../lib/pages/map/map-element.ts';
import { mapPage } from '../../lib/pages/map/map-page.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findUsername } from '../../lib/queries/users/username-query.ts';

/** GET /map: the page of the map. Its script reads the records from the map tiles. */
export const handler = createDataHandler(
  {
    id: 'get-map',
    method: 'GET',
    path: '/map',
    summary: 'A page for people with a map of all that the caller may see',
    access: 'optional-session',
    capability: 'read',
    conditions: 'refused',
    ignoresUnknownAccept: true,
    formats: ['html'],
    parameters: z.object({ format: formatParameter('html, the only format.') }),
    responses: {
      200: { description: 'The page.', body: { 'text/html': 'text' } },
      304: descriptions.notModified,
    },
    handle: async function handleGetMap(request, { settings, read }) {
      const { caller } = request;
      const { baseUrl, mapStyle } = settings;
      const paths = pagePaths(baseUrl);
      const username = caller === null ? undefined : await read(findUsername(caller));
      const reader = describeReader(request, username, paths);
      const page = mapPage(reader, `${baseUrl}/map`, mapStyle, paths);
      return dataPageResponse(page, mapHeaders(settings));
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
