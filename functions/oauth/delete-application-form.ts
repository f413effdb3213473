import * as z from 'zod';

import {
  administratorPage,
  ownResponses,
  pageResponses,
} from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { ownApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { applicationDeletionPage } from '../../lib/pages/applications/application-deletion.ts';

const operation = {
  id: 'show-application-deletion',
  method: 'GET',
  path: '/o/applications/{application_id}/delete',
  summary: 'The page that asks whether an application is to be deleted',
  access: 'session',
  capability: 'statements',
  parameters: {},
  responses: { ...pageResponses, ...ownResponses },
} as const satisfies Operation;

/** GET /o/applications/{application_id}/delete: changes nothing. */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, path);
    return htmlPage(applicationDeletionPage(application, context));
  },
});
