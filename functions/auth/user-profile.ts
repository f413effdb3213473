import * as descriptions from '../../lib/http/description/descriptions.ts';
import { signInWithForm } from '../../lib/http/request/form-credentials.ts';
import { jsonResponse, withHeaders, noStoreHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { findProfile } from '../../lib/queries/users/find-profile.ts';

/** POST /auth/user_profile. Existing clients send credentials in the body, or an access token. */
export const handler = createDataHandler({
  id: 'get-user-profile',
  method: 'POST',
  path: '/auth/user_profile',
  summary: 'The profile of the caller: names, groups and permissions',
  access: 'optional-token',
  capability: 'sign-in',
  scope: 'read',
  parameters: indentOnlyParameters,
  form: {
    username: 'A username or an e-mail address; not needed with an access token.',
    password: 'The password; not needed with an access token.',
  },
  isRequestBodyOptional: true,
  responses: {
    200: { description: 'The profile.', body: 'profile' },
    401: 'Neither a token nor credentials were sent, or they are invalid.',
    429: descriptions.tooManySignIns,
  },
  handle: async function handleGetUserProfile(request, context) {
    const accountId =
      request.body === undefined
        ? request.caller
        : (await signInWithForm(request, context)).accountId;
    const account = accountId === null ? undefined : await context.read(findProfile(accountId));
    if (account === undefined) {
      throw new AuthenticationRequired(
        'Send an access token in the header Authorization, or username and password in the body.',
      );
    }
    return withHeaders(jsonResponse(account), noStoreHeaders);
  },
});
