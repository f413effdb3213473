import * as z from 'zod';

import {
  createAdministratorHandler,
  ownApplicationResponses,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { readOwnApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { applicationDetailPage } from '../../lib/pages/applications/application-detail.ts';

/** GET /o/applications/{application_id}. It shows the client id at any time (specification, Authentication 3). */
export const handler = createAdministratorHandler({
  id: 'get-application',
  method: 'GET',
  path: '/o/applications/{application_id}',
  summary: 'The page of one application, with its client id',
  access: 'session',
  capability: 'read',
  parameters: z.object({
    done: z
      .string()
      .optional()
      .describe('registered or saved shows a message about what was just done.'),
  }),
  responses: { ...pageResponses, ...ownApplicationResponses },
  handle: async function handleGetApplication({ path, parameters }, context) {
    const application = await readOwnApplication(context, path);
    const { baseUrl } = context.settings;
    return htmlResponse(
      applicationDetailPage(application, parameters.done, baseUrl, context),
      context.paths.words,
    );
  },
});
