import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import { readCredentials } from '../../lib/http/request/form-credentials.ts';
import { checkToken } from '../../lib/identity/token-check.ts';
import { signIn } from '../../lib/identity/sign-in.ts';
import { noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { NotFound } from '../../lib/errors.ts';
import { textErrorResponse } from '../../lib/http/errors/error-responses.ts';
import { settings, type Settings } from '../../lib/settings.ts';
import {
  issueAccessToken,
  allScopes,
  tokenFamilySeconds,
} from '../../lib/oauth/issue-access-token.ts';

/** RFC 9745: deprecated since 1 January 2026, for what the link names. */
function deprecated({
  baseUrl,
  isGetTokenEnabled: getToken,
}: Settings): Readonly<Record<string, string>> {
  if (!getToken) return noStoreHeaders;
  return {
    Deprecation: '@1767225600',
    Link: `<${baseUrl}/o/token>; rel="successor-version"`,
    ...noStoreHeaders,
  };
}

/** What the token says of its application: it came out of none. */
const noApplication = 'get_token';

/** POST /auth/get_token (specification): a token like those of POST /o/token, without a refresh token. */
export const handler = createDataHandler(
  {
    id: 'get-token',
    method: 'POST',
    path: '/auth/get_token',
    summary:
      'Gives a JWT for a username and a password; deprecated, POST /o/token is what follows it',
    access: 'open',
    capability: 'token',
    scope: 'read',
    parameters: z.object({}),
    form: { username: 'A username or an e-mail address.', password: 'The password.' },
    errorFormat: 'text',
    requiredFields: ['username', 'password'],
    responses: {
      200: {
        description: 'The JWT, as text.',
        body: { 'text/plain': 'text' },
        headers: ['Deprecation', 'Link'],
      },
      401: 'The credentials are wrong, the account is deactivated, or a token that came with them is malformed or expired.',
      404: 'The service is told not to have it.',
      429: 'Too many sign-ins failed.',
    },
    handle: async ({ body, header, principal, sourceAddress }, { data, log, settings }) => {
      if (!settings.isGetTokenEnabled) throw new NotFound('There is nothing at this path.');
      const credentials = readCredentials(body, header('content-type'));
      await checkToken(data, principal);
      const tokenFamilyId = randomUUID();
      const origin = { sourceAddress, clientId: null };
      const { accountId } = await signIn({ data, log }, credentials, origin, {
        kind: 'tokens',
        tokenFamilyId,
        clientId: null,
        scope: allScopes,
        refreshTokenHash: null,
        seconds: tokenFamilySeconds(settings, false),
      });
      const grant = { accountId, clientId: noApplication, scope: allScopes, tokenFamilyId };
      const token = await issueAccessToken(grant, settings);
      return withHeaders(
        { status: 200, contentType: 'text/plain', body: token },
        deprecated(settings),
      );
    },
  },
  {
    errorResponse: (error, requestId) =>
      withHeaders(textErrorResponse(error, requestId), deprecated(settings())),
  },
);
