import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { NotAllowed } from '../../lib/errors.ts';
import {
  credentialFields,
  noClientIdMessage,
  signInWithForm,
} from '../../lib/http/request/form-credentials.ts';

/** The last release of the Arches platform that has mobile projects: clients know by it what they may ask for. */
const version = '6.2.0';

/** POST /auth/server_settings, as mobile clients call it. To them 403 means to ask for the client id alone, any other error to give up. */
export const handler = createDataHandler({
  id: 'get-server-settings',
  method: 'POST',
  path: '/auth/server_settings',
  summary: 'Tells a mobile client the client id for POST /o/token, and what release to take it for',
  access: 'open',
  capability: 'statements',
  scope: 'read',
  parameters: indentOnly,
  form: credentialFields,
  requiredFields: ['username', 'password'],
  responses: {
    200: { description: 'The client id and the release.', body: 'serverSettings' },
    401: 'The credentials are wrong, or the account is deactivated.',
    403: 'No client id is configured. A mobile client asks POST /auth/get_client_id then.',
    429: 'Too many sign-ins failed.',
  },
  handle: async (request, context) => {
    await signInWithForm(request, context);
    const { clientId } = context.settings;
    if (clientId === undefined) {
      throw new NotAllowed(noClientIdMessage);
    }
    return withHeaders(jsonResponse({ clientid: clientId, version }), noStoreHeaders);
  },
});
