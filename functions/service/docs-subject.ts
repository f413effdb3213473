import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formatParameter } from '../../lib/http/parameters/types/texts.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';
import { docsResponse, loadDocs } from '../../lib/pages/docs/docs-response.ts';
import { docsScript } from '../../lib/pages/docs/docs-script.ts';
import { docsSubject } from '../../lib/pages/docs/docs-subject.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { describeReader } from '../../lib/pages/page-reader.ts';
import { findPageReader } from '../../lib/queries/users/page-reader.ts';

/** GET /docs/{subject}: the operations of a subject, for people. */
export const handler = createDataHandler(
  {
    id: 'get-docs-subject',
    method: 'GET',
    path: '/docs/{subject}',
    summary: 'A page for people with the operations of a subject, where requests can be tried',
    access: 'optional-session',
    capability: 'read',
    ignoresUnknownAccept: true,
    formats: ['html'],
    parameters: z.object({ format: formatParameter('html, the only format.') }),
    responses: {
      200: { description: 'The page.', body: { 'text/html': 'text' } },
      304: descriptions.notModified,
      404: 'The API has no such subject.',
    },
    handle: async function handleGetDocsSubject(request, { settings, read }) {
      const { caller, path } = request;
      const { baseUrl } = settings;
      const docs = loadDocs(baseUrl);
      const group = docs.groups.find(({ name }) => name === path.subject);
      if (group === undefined) throw new NotFound('The API has no operations of this subject.');
      const paths = createSite(settings, request.languages);
      const pageReader = caller === null ? undefined : await read(findPageReader(caller));
      const reader = describeReader(request, pageReader, paths);
      return docsResponse(
        docsSubject({ docs, group, reader, baseUrl }, paths),
        docsScript,
        paths.words,
      );
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
