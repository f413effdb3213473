import * as descriptions from '../../lib/http/description/descriptions.ts';
import {
  credentialFields,
  noClientIdMessage,
  signInWithForm,
} from '../../lib/http/request/form-credentials.ts';
import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { NotFound } from '../../lib/errors.ts';

/** POST /auth/get_client_id. Existing clients call it before they request their first token. */
export const handler = createDataHandler({
  id: 'get-client-id',
  method: 'POST',
  path: '/auth/get_client_id',
  summary: 'Returns the configured client id for POST /o/token to accounts that can sign in',
  access: 'ignores-token',
  capability: 'sign-in',
  scope: 'read',
  parameters: indentOnlyParameters,
  form: credentialFields,
  requiredFields: ['username', 'password'],
  responses: {
    200: { description: 'The client id.', body: 'configuredClient' },
    401: descriptions.wrongCredentials,
    404: 'No client id is configured.',
    429: descriptions.tooManySignIns,
  },
  handle: async function handleGetClientId(request, context) {
    await signInWithForm(request, context);
    const { clientId } = context.settings;
    if (clientId === undefined) {
      throw new NotFound(noClientIdMessage);
    }
    return withHeaders(jsonResponse({ clientid: clientId }), noStoreHeaders);
  },
});
