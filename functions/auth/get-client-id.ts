import {
  credentialFields,
  noClientId,
  signInByForm,
} from '../../lib/http/request/form-credentials.ts';
import { json, noStore, withHeaders } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { NotFound } from '../../lib/errors.ts';

/** POST /auth/get_client_id, as existing clients call it before they ask for their first token. */
export const handler = endpoint({
  id: 'get-client-id',
  method: 'POST',
  path: '/auth/get_client_id',
  summary:
    'Tells who can sign in the client id for POST /o/token that the deployment is configured with',
  access: 'open',
  capability: 'statements',
  scope: 'read',
  parameters: onlyIndent,
  form: credentialFields,
  neededFields: ['username', 'password'],
  responses: {
    200: { meaning: 'The client id.', body: 'configuredClient' },
    401: 'The credentials are wrong, or the account is deactivated.',
    404: 'No client id is configured.',
    429: 'Too many sign-ins failed.',
  },
  handle: async (request, context) => {
    await signInByForm(request, context);
    const { clientId } = context.settings;
    if (clientId === undefined) {
      throw new NotFound(noClientId);
    }
    return withHeaders(json({ clientid: clientId }), noStore);
  },
});
