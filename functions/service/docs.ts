import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formatParameter, textParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { docsOverview } from '../../lib/pages/docs/docs-overview.ts';
import { docsResponse, loadDocs } from '../../lib/pages/docs/docs-response.ts';
import { overviewScript } from '../../lib/pages/docs/overview-script.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findPageReader } from '../../lib/queries/users/page-reader.ts';

/** GET /docs: the operations by subject, for people. */
export const handler = createDataHandler(
  {
    id: 'get-docs',
    method: 'GET',
    path: '/docs',
    summary: 'A page for people with all operations, by subject, and a search for them',
    access: 'optional-session',
    capability: 'read',
    ignoresUnknownAccept: true,
    formats: ['html'],
    parameters: z.object({
      format: formatParameter('html, the only format.'),
      q: textParameter.describe(
        'Only operations with all of these words in their path, summary, parameters or fields.',
      ),
    }),
    responses: {
      200: { description: 'The page.', body: { 'text/html': 'text' } },
      304: descriptions.notModified,
    },
    handle: async function handleGetDocs(request, { settings, read }) {
      const { caller, parameters } = request;
      const paths = createSite(settings, request.languages);
      const pageReader = caller === null ? undefined : await read(findPageReader(caller));
      const view = {
        docs: loadDocs(settings.baseUrl),
        query: parameters.q?.trim() || undefined,
        reader: describeReader(request, pageReader, paths),
        canonical: `${settings.baseUrl}/docs`,
      };
      return docsResponse(docsOverview(view, paths), overviewScript, paths.words);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
