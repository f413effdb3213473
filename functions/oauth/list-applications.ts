import * as z from 'zod';

import {
  createAdministratorHandler,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { applicationListPage } from '../../lib/pages/applications/application-list.ts';
import { readApplicationsPage } from '../../lib/queries/applications/applications-page.ts';

/** GET /o/applications/ (specification, Authentication 3). Administrators also see the last changes of accounts and rights. */
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
    const content = await read(readApplicationsPage(session.accountId));
    const wasDeleted = parameters.done === 'deleted';
    return htmlResponse(applicationListPage(content, wasDeleted, context), context.paths.words);
  },
});
