import * as z from 'zod';

import { newSecret, hashRandomSecret } from '../../lib/identity/random-secrets.ts';
import {
  createAdministratorHandler,
  htmlBody,
  formResponses,
  formTokenField,
  toChangeAuthor,
} from '../../lib/pages/administrator-handler.ts';
import {
  parseApplicationId,
  applicationNotFoundError,
} from '../../lib/pages/applications/own-application.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { clientSecretPage } from '../../lib/pages/applications/client-secret.ts';
import { replaceClientSecret } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/{application_id}/secret */
export const handler = createAdministratorHandler(
  {
    id: 'replace-client-secret',
    method: 'POST',
    path: '/o/applications/{application_id}/secret',
    summary: 'Replaces the secret of a confidential application',
    access: 'session',
    capability: 'administer',
    parameters: z.object({}),
    form: formTokenField,
    responses: {
      200: {
        description:
          'The page with the new secret. It is shown only once, and the old one no longer works.',
        body: htmlBody,
      },
      303: 'Redirect to the sign-in: the visitor is not signed in.',
      ...formResponses,
      404: 'The account has no confidential application with this id.',
    },
    handle: async function handleReplaceClientSecret({ path }, context) {
      const { write, log, session } = context;
      const applicationId = parseApplicationId(path);
      const secret = newSecret();
      const query = replaceClientSecret(session.accountId, applicationId, hashRandomSecret(secret));
      if (!(await write(query.recordedBy(toChangeAuthor(session)))))
        throw applicationNotFoundError();
      log.security('client-secret-replaced', {
        account: session.accountId,
        application: applicationId,
      });
      return htmlResponse(clientSecretPage(applicationId, secret, context), context.paths.words);
    },
  },
  // The path of this operation has no GET, so a visitor who has signed in sees the page of the application.
  '/o/applications/{application_id}',
);
