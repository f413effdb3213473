import { signInByForm } from '../../lib/http/request/form-credentials.ts';
import { json, withHeaders, noStore } from '../../lib/http/answers/answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { profile } from '../../lib/queries/users/profile.ts';

/** POST /auth/user_profile, as existing clients call it: with credentials in the body, or with an access token. */
export const handler = endpoint({
  id: 'get-user-profile',
  method: 'POST',
  path: '/auth/user_profile',
  summary: 'Tells an account about itself: its names, its groups, and what it may do',
  access: 'open',
  capability: 'statements',
  scope: 'read',
  parameters: onlyIndent,
  form: {
    username: 'A username or an e-mail address; not needed with an access token.',
    password: 'The password; not needed with an access token.',
  },
  bodyIsOptional: true,
  responses: {
    200: { meaning: 'The profile.', body: 'profile' },
    401: 'Neither a token nor credentials came, or what came is not good.',
    429: 'Too many sign-ins failed.',
  },
  handle: async (request, context) => {
    const accountId =
      request.body === undefined
        ? request.caller
        : (await signInByForm(request, context)).accountId;
    const account = accountId === null ? undefined : await context.read(profile(accountId));
    if (account === undefined) {
      throw new AuthenticationRequired(
        'Send an access token in the header Authorization, or username and password in the body.',
      );
    }
    return withHeaders(json(account), noStore);
  },
});
