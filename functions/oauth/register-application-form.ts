import * as z from 'zod';

import { newClientId } from '../../lib/identity/secrets.ts';
import { administratorPage, pageResponses } from '../../lib/pages/administrator-page.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { newEntry } from '../../lib/pages/applications/application-entry.ts';
import { registerPage } from '../../lib/pages/applications/application-form.ts';

/** GET /o/applications/register */
export const handler = administratorPage({
  id: 'show-application-registration',
  method: 'GET',
  path: '/o/applications/register',
  summary: 'The page where an application is registered',
  access: 'session',
  capability: 'statements',
  parameters: z.object({}),
  responses: pageResponses,
  handle: async (_request, context) =>
    htmlPage(registerPage({ entry: newEntry, problems: [] }, newClientId(), context)),
});
