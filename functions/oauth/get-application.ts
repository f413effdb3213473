import * as z from 'zod';

import {
  administratorPage,
  ownResponses,
  pageResponses,
} from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { ownApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { applicationDetailPage } from '../../lib/pages/applications/application-detail.ts';

const operation = {
  id: 'get-application',
  method: 'GET',
  path: '/o/applications/{application_id}',
  summary: 'The page of one application, with its client id',
  access: 'session',
  capability: 'statements',
  parameters: { done: 'registered or saved says that it was just done.' },
  responses: { ...pageResponses, ...ownResponses },
} as const satisfies Operation;

/** GET /o/applications/{application_id}: the client id stays viewable (specification, Authentication 3). */
export const handler = administratorPage({
  operation,
  parameters: z.object({ done: z.string().optional() }),
  handle: async ({ path, parameters }, context) => {
    const application = await ownApplication(context, path);
    const { baseUrl } = context.settings;
    return htmlPage(applicationDetailPage(application, parameters.done, baseUrl, context));
  },
});
