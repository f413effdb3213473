import * as z from 'zod';

import { newClientId } from '../../lib/identity/secrets.ts';
import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { page } from '../../lib/pages/html-page.ts';
import { newEntry } from '../../lib/pages/applications/application-entry.ts';
import { registerPage } from '../../lib/pages/applications/application-form.ts';

const operation = {
  id: 'show-application-registration',
  method: 'GET',
  path: '/o/applications/register',
  summary: 'The page where an application is registered',
  access: 'session',
  capability: 'read',
  parameters: {},
  responses: {
    200: 'The page.',
    303: 'To the sign-in: nobody is signed in.',
    403: 'The account may not administer applications.',
  },
} as const satisfies Operation;

/** GET /o/applications/register */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async (_request, { session: visitor, paths }) =>
    page(registerPage({ entry: newEntry, problems: [], visitor }, newClientId(), paths)),
});
