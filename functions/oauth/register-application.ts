import * as z from 'zod';

import { newSecret, hashRandomSecret } from '../../lib/identity/random-secrets.ts';
import type { DataHandlerContext } from '../../lib/http/data-handler.ts';
import type { RowsQuery } from '../../lib/data-api/query.ts';
import { DatabaseError } from '../../lib/data-api/errors.ts';
import {
  createAdministratorHandler,
  htmlBody,
  formResponses,
  formTokenField,
  toChangeAuthor,
} from '../../lib/pages/administrator-handler.ts';
import { InvalidInput } from '../../lib/errors.ts';
import { htmlResponse, redirectToPage } from '../../lib/pages/html-page.ts';
import {
  applicationFormFields,
  readApplicationForm,
} from '../../lib/pages/applications/application-form-values.ts';
import { registrationPage } from '../../lib/pages/applications/application-form.ts';
import { clientSecretPage } from '../../lib/pages/applications/client-secret.ts';
import { registerApplication } from '../../lib/queries/applications/applications.ts';

/** POST /o/applications/register (specification, Authentication 3). */
export const handler = createAdministratorHandler({
  id: 'register-application',
  method: 'POST',
  path: '/o/applications/register',
  summary: 'Registers an application',
  access: 'session',
  capability: 'administer',
  parameters: z.object({}),
  form: {
    ...applicationFormFields,
    ...formTokenField,
    client_id:
      'The client id from the form. A form that is sent twice registers only one application.',
  },
  responses: {
    200: {
      description: 'The page with the secret of a confidential application. It is shown only once.',
      body: htmlBody,
    },
    303: 'Redirect to the page of the application.',
    400: 'Fields are invalid: the form with error messages.',
    ...formResponses,
  },
  handle: async function handleRegisterApplication(_request, context) {
    const { write, log, session, paths, field } = context;
    const clientId = parseClientId(field('client_id'));
    const { details, ...form } = readApplicationForm(field, paths.words);
    if (form.problems.length > 0) {
      return htmlResponse(registrationPage(form, clientId, context), paths.words, 400);
    }
    const secret = details.clientType === 'confidential' ? newSecret() : undefined;
    const owner = session.accountId;
    const secretHash = secret === undefined ? null : hashRandomSecret(secret);
    const query = registerApplication(owner, clientId, secretHash, details);
    const { applicationId, isNew } = await registerOnce(
      write,
      query.recordedBy(toChangeAuthor(session)),
    );
    if (isNew) {
      log.security('application-registered', { account: owner, application: applicationId });
    }
    // If the form was already sent once, the secret of that request is stored, not this one.
    return secret === undefined || !isNew
      ? redirectToPage(`${paths.application(applicationId)}?done=registered`)
      : htmlResponse(clientSecretPage(applicationId, secret, context), paths.words);
  },
});

function damagedFormError(): InvalidInput {
  const detail = 'The form is damaged. Open the page again and send the form again.';
  return new InvalidInput([{ in: 'body', pointer: '/client_id', code: 'invalid', detail }]);
}

/** Returns the client id from the form. @throws InvalidInput if it does not look like one that the service makes */
function parseClientId(text: string): string {
  if (!/^[A-Za-z0-9]{40}$/.test(text)) throw damagedFormError();
  return text;
}

type Registration = { readonly applicationId: string; readonly isNew: boolean };

/** Registers only once: if two requests run at the same time, the retry of the second finds the application of the first. */
async function registerOnce(
  write: DataHandlerContext['write'],
  query: RowsQuery<Registration>,
): Promise<Registration> {
  try {
    return await write(query);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  try {
    return await write(query);
  } catch (error) {
    // The client id belongs to another account, so the form was manipulated.
    throw isUniqueViolation(error) ? damagedFormError() : error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.sqlState === '23505';
}
