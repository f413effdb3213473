import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { exportsPage } from '../../lib/pages/exports/exports-page.ts';
import { dataPageResponse } from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findExportsPage, listExports } from '../../lib/queries/exports/fetchable-exports.ts';
import { exportListDocument } from '../../lib/serializers/exports/export-list.ts';

/** GET /exports. Administrators see all exports. */
export const handler = createDataHandler(
  {
    id: 'list-exports',
    method: 'GET',
    path: '/exports',
    summary: 'The exports that the caller may fetch',
    access: 'secured',
    capability: 'read',
    formats: ['json', 'html'],
    ignoresUnknownAccept: true,
    parameters: z.object({
      format: formatParameter('The serialisation: json, or html for people.'),
      indent: indentParameter,
    }),
    responses: {
      200: { description: 'The exports, each with its latest file.', body: 'exportList' },
      304: descriptions.notModified,
    },
    handle: async function handleListExports(request, { read, settings }) {
      const { caller, format } = request;
      if (format === 'html') {
        const { exports, pageReader } = await read(findExportsPage(caller));
        const paths = createSite(settings, request.languages);
        const reader = describeReader(request, pageReader, paths);
        return dataPageResponse(exportsPage({ exports, reader }, paths), paths.words);
      }
      const exports = await read(listExports(caller));
      if (caller === null && exports.length === 0) throw new AuthenticationRequired();
      const document = exportListDocument(exports, settings.baseUrl);
      return withHeaders(jsonResponse(document), noStoreHeaders);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
