import * as z from 'zod';

import {
  administratorPage,
  ownResponses,
  pageResponses,
} from '../../lib/pages/administrator-page.ts';
import { ownApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { entryOf } from '../../lib/pages/applications/application-entry.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';

/** GET /o/applications/{application_id}/update */
export const handler = administratorPage({
  id: 'show-application-update',
  method: 'GET',
  path: '/o/applications/{application_id}/update',
  summary: 'The page where an application is changed',
  access: 'session',
  capability: 'statements',
  parameters: z.object({}),
  responses: { ...pageResponses, ...ownResponses },
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, path);
    const typed = { entry: entryOf(application), problems: [] };
    return htmlPage(updatePage(typed, application.applicationId, context));
  },
});
