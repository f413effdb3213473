import * as z from 'zod';

import {
  administratorPage,
  ownResponses,
  pageResponses,
} from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { ownApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { entryOf } from '../../lib/pages/applications/application-entry.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';

const operation = {
  id: 'show-application-update',
  method: 'GET',
  path: '/o/applications/{application_id}/update',
  summary: 'The page where an application is changed',
  access: 'session',
  capability: 'statements',
  parameters: {},
  responses: { ...pageResponses, ...ownResponses },
} as const satisfies Operation;

/** GET /o/applications/{application_id}/update */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, path);
    const typed = { entry: entryOf(application), problems: [] };
    return htmlPage(updatePage(typed, application.applicationId, context));
  },
});
