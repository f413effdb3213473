import * as z from 'zod';

import { newClientId } from '../../lib/identity/random-secrets.ts';
import {
  createAdministratorHandler,
  pageResponses,
} from '../../lib/pages/administrator-handler.ts';
import { htmlResponse } from '../../lib/pages/html-page.ts';
import { initialFormValues } from '../../lib/pages/applications/application-form-values.ts';
import { registrationPage } from '../../lib/pages/applications/application-form.ts';

/** GET /o/applications/register */
export const handler = createAdministratorHandler({
  id: 'show-application-registration',
  method: 'GET',
  path: '/o/applications/register',
  summary: 'The page with the form to register an application',
  access: 'session',
  capability: 'read',
  parameters: z.object({}),
  responses: pageResponses,
  handle: async function handleShowApplicationRegistration(_request, context) {
    return htmlResponse(
      registrationPage({ values: initialFormValues, problems: [] }, newClientId(), context),
      context.paths.words,
    );
  },
});
