import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { graphListPage } from '../../lib/pages/graphs/graph-list-page.ts';
import { dataPageResponse } from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findGraphListContent } from '../../lib/queries/graphs/graph-list-content.ts';
import { listReadableGraphs } from '../../lib/queries/graphs/graphs.ts';

/** GET /graphs (existing clients). */
export const handler = createDataHandler(
  {
    id: 'list-graphs',
    method: 'GET',
    path: '/graphs',
    summary: 'The resource models that the caller may read',
    access: 'optional-token',
    capability: 'read',
    ignoresUnknownAccept: true,
    formats: ['json', 'html'],
    parameters: z.object({
      format: formatParameter('The serialisation: json, or html for people.'),
      indent: indentParameter,
    }),
    responses: {
      200: { description: 'An array of resource models.', body: 'graphList' },
      304: descriptions.notModified,
    },
    handle: async function handleListGraphs(request, { read, settings }) {
      const { caller, format } = request;
      if (format === 'json') {
        const graphs = await read(listReadableGraphs(caller));
        return jsonResponse(`[${graphs.join(',')}]`);
      }
      const { models, pageReader } = await read(findGraphListContent(caller));
      const paths = createSite(settings, request.languages);
      const reader = describeReader(request, pageReader, paths);
      return dataPageResponse(
        graphListPage({ models, languages: request.languages, reader }, paths),
        paths.words,
      );
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
