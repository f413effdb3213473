import * as z from 'zod';

import {
  createAdministratorHandler,
  formResponses,
  formTokenField,
  ownApplicationResponses,
  toChangeAuthor,
} from '../../lib/pages/administrator-handler.ts';
import {
  parseApplicationId,
  applicationNotFoundError,
} from '../../lib/pages/applications/own-application.ts';
import { redirectToPage } from '../../lib/pages/html-page.ts';
import { deleteApplication } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/{application_id}/delete */
export const handler = createAdministratorHandler({
  id: 'delete-application',
  method: 'POST',
  path: '/o/applications/{application_id}/delete',
  summary: 'Deletes an application and all its tokens',
  access: 'session',
  capability: 'administer',
  parameters: z.object({}),
  form: formTokenField,
  responses: {
    303: 'Redirect to the list of applications.',
    ...formResponses,
    ...ownApplicationResponses,
  },
  handle: async function handleDeleteApplication({ path }, { write, log, session, paths }) {
    const applicationId = parseApplicationId(path);
    const isDeleted = await write(
      deleteApplication(session.accountId, applicationId).recordedBy(toChangeAuthor(session)),
    );
    if (!isDeleted) throw applicationNotFoundError();
    log.security('application-deleted', {
      account: session.accountId,
      application: applicationId,
    });
    return redirectToPage(`${paths.applications}?done=deleted`);
  },
});
