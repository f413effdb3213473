import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { NotAllowed } from '../../lib/errors.ts';
import {
  credentialFields,
  noClientIdMessage,
  signInWithForm,
} from '../../lib/http/request/form-credentials.ts';

/** The last release of the Arches platform that has mobile projects. Clients decide by it which operations they can call. */
const archesVersion = '6.2.0';

/** POST /auth/server_settings. After a 403, mobile clients call POST /auth/get_client_id. After any other error they give up. */
export const handler = createDataHandler({
  id: 'get-server-settings',
  method: 'POST',
  path: '/auth/server_settings',
  summary:
    'Returns to mobile clients the client id for POST /o/token, and the release of Arches with which the service is compatible',
  access: 'ignores-token',
  capability: 'sign-in',
  scope: 'read',
  parameters: indentOnlyParameters,
  form: credentialFields,
  requiredFields: ['username', 'password'],
  responses: {
    200: { description: 'The client id and the release.', body: 'serverSettings' },
    401: descriptions.wrongCredentials,
    403: 'No client id is configured. Mobile clients then call POST /auth/get_client_id.',
    429: descriptions.tooManySignIns,
  },
  handle: async function handleGetServerSettings(request, context) {
    await signInWithForm(request, context);
    const { clientId } = context.settings;
    if (clientId === undefined) {
      throw new NotAllowed(noClientIdMessage);
    }
    return withHeaders(
      jsonResponse({ clientid: clientId, version: archesVersion }),
      noStoreHeaders,
    );
  },
});
