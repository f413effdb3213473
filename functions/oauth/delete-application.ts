import * as z from 'zod';

import {
  administratorPage,
  formResponses,
  formToken,
  ownResponses,
} from '../../lib/pages/administrator-page.ts';
import {
  applicationIdOf,
  unknownApplication,
} from '../../lib/pages/applications/own-application.ts';
import { seeOther } from '../../lib/pages/html-page.ts';
import { deleteApplication } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/{application_id}/delete */
export const handler = administratorPage({
  id: 'delete-application',
  method: 'POST',
  path: '/o/applications/{application_id}/delete',
  summary: 'Deletes an application, with all tokens that came through it',
  access: 'session',
  capability: 'statements',
  parameters: z.object({}),
  form: formToken,
  responses: {
    303: 'To the list of applications.',
    ...formResponses,
    ...ownResponses,
  },
  handle: async ({ path }, { write, log, session, paths }) => {
    const application = applicationIdOf(path);
    const isDeleted = await write(deleteApplication(session.accountId, application));
    if (!isDeleted) throw unknownApplication();
    log.security('application-deleted', { account: session.accountId, application });
    return seeOther(`${paths.applications}?done=deleted`);
  },
});
