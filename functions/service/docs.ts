import * as z from 'zod';

import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readDocs } from '../../lib/http/description/docs-groups.ts';
import openApi from '../../lib/http/description/openapi.generated.json' with { type: 'json' };
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { docsPage } from '../../lib/pages/docs/docs-page.ts';
import { docsScript } from '../../lib/pages/docs/docs-script.ts';
import { docsStyle } from '../../lib/pages/docs/docs-style.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { pageSecurityPolicy } from '../../lib/pages/security-policy.ts';
import { oncePerProcess } from '../../lib/once-per-process.ts';
import type { Settings } from '../../lib/settings.ts';

/** The page is the same for every caller, so a process makes it only once. */
const getDocsResponse = oncePerProcess((settings: Settings) => {
  const page = docsPage(readDocs(openApi), `${settings.baseUrl}/docs`, createSite(settings));
  return htmlResponse(page, 200, {
    ...validatorHeaders(contentTag('text/html', undefined, String(page)), null),
    'Content-Security-Policy': pageSecurityPolicy({ styles: [docsStyle], scripts: [docsScript] }),
  });
});

/** GET /docs: the description of GET /openapi.json for people. */
export const handler = createHandlerWithoutDatabase({
  id: 'get-docs',
  method: 'GET',
  path: '/docs',
  summary: 'A page for people with all operations, where a read can be tried',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({
    format: z
      .literal('html', { error: 'must be html.' })
      .optional()
      .describe('html, the only format.'),
  }),
  responses: {
    200: { description: 'The page.', body: { 'text/html': 'text' } },
    304: descriptions.notModified,
  },
  handle: async function handleGetDocs(_request, { settings }) {
    return getDocsResponse(settings);
  },
});
