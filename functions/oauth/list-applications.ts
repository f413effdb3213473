import * as z from 'zod';

import {
  createAdministratorHandler,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { applicationListPage } from '../../lib/pages/applications/application-list.ts';
import { listApplications } from '../../lib/queries/applications/applications.ts';

/** GET /o/applications/ (specification, Authentication 3). */
export const handler = createAdministratorHandler({
  id: 'list-applications',
  method: 'GET',
  path: '/o/applications',
  summary: 'The page with the applications of the caller',
  access: 'session',
  capability: 'read',
  parameters: z.object({
    done: z
      .string()
      .optional()
      .describe('deleted shows a message that an application was deleted.'),
  }),
  responses: pageResponses,
  handle: async function handleListApplications({ parameters }, context) {
    const { read, session } = context;
    const applications = await read(listApplications(session.accountId));
    const wasDeleted = parameters.done === 'deleted';
    return htmlResponse(applicationListPage(applications, wasDeleted, context));
  },
});
