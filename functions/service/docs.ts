import * as z from 'zod';

import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readDocs } from '../../lib/http/description/docs-groups.ts';
import openApi from '../../lib/http/description/openapi.generated.json' with { type: 'json' };
import type { HttpResponse } from '../../lib/http/responses/response.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { docsPage } from '../../lib/pages/docs/docs-page.ts';
import { docsScript } from '../../lib/pages/docs/docs-script.ts';
import { docsStyle } from '../../lib/pages/docs/docs-style.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { createSite, type Site } from '../../lib/pages/layout/site.ts';
import { pageSecurityPolicy } from '../../lib/pages/security-policy.ts';
import { oncePerProcess } from '../../lib/once-per-process.ts';
import type { Settings } from '../../lib/settings.ts';

/** The page is the same for every caller with the same words, so a process makes it only once for each language. */
const responsesByLanguage = oncePerProcess(() => new Map<string, HttpResponse>());

function createDocsResponse(settings: Settings, site: Site): HttpResponse {
  const page = docsPage(readDocs(openApi), `${settings.baseUrl}/docs`, site);
  return htmlResponse(page, site.words, 200, {
    ...validatorHeaders(contentTag('text/html', undefined, String(page)), null),
    'Content-Security-Policy': pageSecurityPolicy({ styles: [docsStyle], scripts: [docsScript] }),
  });
}

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
    200: { description: 'The page.', body: { 'text/html': 'text' }, headers: ['Content-Language'] },
    304: descriptions.notModified,
  },
  handle: async function handleGetDocs({ languages }, { settings }) {
    const site = createSite(settings, languages);
    const { language } = site.words;
    const response = responsesByLanguage().get(language) ?? createDocsResponse(settings, site);
    responsesByLanguage().set(language, response);
    return response;
  },
});
