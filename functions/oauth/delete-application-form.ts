import * as z from 'zod';

import {
  administratorPage,
  ownResponses,
  pageResponses,
} from '../../lib/pages/administrator-page.ts';
import { ownApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { applicationDeletionPage } from '../../lib/pages/applications/application-deletion.ts';

/** GET /o/applications/{application_id}/delete: changes nothing. */
export const handler = administratorPage({
  id: 'show-application-deletion',
  method: 'GET',
  path: '/o/applications/{application_id}/delete',
  summary: 'The page that asks whether an application is to be deleted',
  access: 'session',
  capability: 'statements',
  parameters: z.object({}),
  responses: { ...pageResponses, ...ownResponses },
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, path);
    return htmlPage(applicationDeletionPage(application, context));
  },
});
