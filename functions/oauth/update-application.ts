import * as z from 'zod';

import { newSecret, secretHash } from '../../lib/identity/secrets.ts';
import {
  administratorPage,
  pageBody,
  formResponses,
  formToken,
  ownResponses,
} from '../../lib/pages/administrator-page.ts';
import {
  applicationIdOf,
  ownApplication,
  unknownApplication,
} from '../../lib/pages/applications/own-application.ts';
import { htmlPage, seeOther } from '../../lib/pages/html-page.ts';
import {
  applicationFields,
  readApplicationForm,
} from '../../lib/pages/applications/application-entry.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';
import { clientSecretPage } from '../../lib/pages/applications/client-secret.ts';
import { updateApplication } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/{application_id}/update */
export const handler = administratorPage({
  id: 'update-application',
  method: 'POST',
  path: '/o/applications/{application_id}/update',
  summary: 'Changes an application',
  access: 'session',
  capability: 'statements',
  parameters: z.object({}),
  form: { ...applicationFields, ...formToken },
  responses: {
    200: {
      meaning: 'The secret of an application that has become confidential, which is shown once.',
      body: pageBody,
    },
    303: 'To the page of the application.',
    400: 'Fields break their rules: the page again.',
    ...formResponses,
    ...ownResponses,
  },
  handle: async ({ path }, context) => {
    const { write, log, session, paths, field } = context;
    const id = applicationIdOf(path);
    const { details, ...typed } = readApplicationForm(field);
    if (typed.problems.length > 0) {
      await ownApplication(context, path);
      return htmlPage(updatePage(typed, id, context), 400);
    }
    const secret = newSecret();
    const query = updateApplication(session.accountId, id, details, secretHash(secret));
    const updated = await write(query);
    if (updated === undefined) throw unknownApplication();
    const { applicationId: application, tookSecret } = updated;
    log.security('application-changed', { account: session.accountId, application, tookSecret });
    return tookSecret
      ? htmlPage(clientSecretPage(application, secret, context))
      : seeOther(`${paths.application(application)}?done=saved`);
  },
});
