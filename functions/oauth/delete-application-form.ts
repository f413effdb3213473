import * as z from 'zod';

import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { applicationIdOf, ownApplication } from '../../lib/pages/applications/own-application.ts';
import { page } from '../../lib/pages/html-page.ts';
import { applicationDeletionPage } from '../../lib/pages/applications/application-deletion.ts';

const operation = {
  id: 'show-application-deletion',
  method: 'GET',
  path: '/o/applications/{application_id}/delete',
  summary: 'The page that asks whether an application is to be deleted',
  access: 'session',
  capability: 'read',
  parameters: {},
  responses: {
    200: 'The page.',
    303: 'To the sign-in: nobody is signed in.',
    403: 'The account may not administer applications.',
    404: 'There is none with this id that the account has registered.',
  },
} as const satisfies Operation;

/** GET /o/applications/{application_id}/delete: changes nothing. */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, applicationIdOf(path));
    return page(applicationDeletionPage(application, context.session, context.paths));
  },
});
