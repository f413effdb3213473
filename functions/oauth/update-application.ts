import * as z from 'zod';

import { newSecret, hashRandomSecret } from '../../lib/identity/random-secrets.ts';
import {
  createAdministratorHandler,
  htmlBody,
  formResponses,
  formTokenField,
  ownApplicationResponses,
  toChangeAuthor,
} from '../../lib/pages/administrator-handler.ts';
import {
  parseApplicationId,
  readOwnApplication,
  applicationNotFoundError,
} from '../../lib/pages/applications/own-application.ts';
import { htmlResponse, redirectToPage } from '../../lib/pages/html-page.ts';
import {
  applicationFormFields,
  readApplicationForm,
} from '../../lib/pages/applications/application-form-values.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';
import { clientSecretPage } from '../../lib/pages/applications/client-secret.ts';
import { updateApplication } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/{application_id}/update */
export const handler = createAdministratorHandler({
  id: 'update-application',
  method: 'POST',
  path: '/o/applications/{application_id}/update',
  summary: 'Changes an application',
  access: 'session',
  capability: 'administer',
  parameters: z.object({}),
  form: { ...applicationFormFields, ...formTokenField },
  responses: {
    200: {
      description:
        'The page with the secret of an application that has become confidential. It is shown only once.',
      body: htmlBody,
    },
    303: 'Redirect to the page of the application.',
    400: 'Fields are invalid: the form with error messages.',
    ...formResponses,
    ...ownApplicationResponses,
  },
  handle: async function handleUpdateApplication({ path }, context) {
    const { write, log, session, paths, field } = context;
    const id = parseApplicationId(path);
    const { details, ...form } = readApplicationForm(field, paths.words);
    if (form.problems.length > 0) {
      // Throws NotFound if the account has no such application.
      await readOwnApplication(context, path);
      return htmlResponse(updatePage(form, id, context), paths.words, 400);
    }
    // Stored only if the application becomes confidential.
    const secret = newSecret();
    const query = updateApplication(session.accountId, id, details, hashRandomSecret(secret));
    const updated = await write(query.recordedBy(toChangeAuthor(session)));
    if (updated === undefined) throw applicationNotFoundError();
    const { applicationId, isNewSecretStored } = updated;
    log.security('application-changed', {
      account: session.accountId,
      application: applicationId,
      isNewSecretStored,
    });
    return isNewSecretStored
      ? htmlResponse(clientSecretPage(applicationId, secret, context), paths.words)
      : redirectToPage(`${paths.application(applicationId)}?done=saved`);
  },
});
