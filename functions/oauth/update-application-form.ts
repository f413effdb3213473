import * as z from 'zod';

import {
  createAdministratorHandler,
  ownApplicationResponses,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { readOwnApplication } from '../../lib/pages/applications/own-application.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { toFormValues } from '../../lib/pages/applications/application-form-values.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';

/** GET /o/applications/{application_id}/update */
export const handler = createAdministratorHandler({
  id: 'show-application-update',
  method: 'GET',
  path: '/o/applications/{application_id}/update',
  summary: 'The page with the form to change an application',
  access: 'session',
  capability: 'read',
  parameters: z.object({}),
  responses: { ...pageResponses, ...ownApplicationResponses },
  handle: async function handleShowApplicationUpdate({ path }, context) {
    const application = await readOwnApplication(context, path);
    const form = { values: toFormValues(application), problems: [] };
    return htmlResponse(updatePage(form, application.applicationId, context), context.paths.words);
  },
});
