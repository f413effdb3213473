import * as z from 'zod';

import {
  createAdministratorHandler,
  ownApplicationResponses,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { readOwnApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { applicationDeletionPage } from '../../lib/pages/applications/application-deletion.ts';

/** GET /o/applications/{application_id}/delete: asks for confirmation. POST deletes the application. */
export const handler = createAdministratorHandler({
  id: 'show-application-deletion',
  method: 'GET',
  path: '/o/applications/{application_id}/delete',
  summary: 'The page that confirms the deletion of an application',
  access: 'session',
  capability: 'read',
  parameters: z.object({}),
  responses: { ...pageResponses, ...ownApplicationResponses },
  handle: async function handleShowApplicationDeletion({ path }, context) {
    const application = await readOwnApplication(context, path);
    return htmlResponse(applicationDeletionPage(application, context), context.paths.words);
  },
});
