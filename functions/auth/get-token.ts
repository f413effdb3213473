import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readCredentials } from '../../lib/http/request/form-credentials.ts';
import { checkCredential } from '../../lib/identity/credential-check.ts';
import { signIn } from '../../lib/identity/sign-in.ts';
import { noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { NotFound } from '../../lib/errors.ts';
import { textErrorResponse } from '../../lib/http/errors/error-formats.ts';
import { validSettings, type Settings } from '../../lib/settings.ts';
import { issueAccessToken, allScopes } from '../../lib/oauth/issue-access-token.ts';
import { tokenFamilySeconds } from '../../lib/oauth/token-family-seconds.ts';

/** Headers that forbid caching and, while the operation is enabled, mark it as deprecated since 1 January 2026 (RFC 9745). */
function deprecationHeaders(settings: Settings | undefined): Readonly<Record<string, string>> {
  if (!settings?.isGetTokenEnabled) return noStoreHeaders;
  return {
    Deprecation: '@1767225600',
    Link: `<${settings.baseUrl}/o/token>; rel="successor-version"`,
    ...noStoreHeaders,
  };
}

/** The client id in the tokens of this operation. The caller names no application, so there is no other client id. */
const getTokenClientId = 'get_token';

/** POST /auth/get_token (specification): a token like those of POST /o/token, without a refresh token. */
export const handler = createDataHandler(
  {
    id: 'get-token',
    method: 'POST',
    path: '/auth/get_token',
    summary: 'Issues a JWT for a username and a password (deprecated: use POST /o/token)',
    access: 'optional-token',
    capability: 'token',
    scope: 'read',
    parameters: z.object({}),
    form: { username: descriptions.username, password: descriptions.password },
    errorFormat: 'text',
    requiredFields: ['username', 'password'],
    responses: {
      200: {
        description: 'The JWT, as text.',
        body: { 'text/plain': 'text' },
        headers: ['Deprecation', 'Link'],
      },
      401: 'Username or password is wrong, the account is deactivated, or a token in a header is invalid.',
      404: 'The operation is disabled.',
      429: descriptions.tooManySignIns,
    },
    handle: async function handleGetToken(
      { body, header, principal, sourceAddress },
      { dataApi, log, settings },
    ) {
      if (!settings.isGetTokenEnabled) throw new NotFound('There is nothing at this path.');
      const credentials = readCredentials(body, header('content-type'));
      await checkCredential(dataApi, principal);
      const tokenFamilyId = randomUUID();
      const origin = { sourceAddress, clientId: null };
      const { accountId } = await signIn({ dataApi, log }, credentials, origin, {
        kind: 'tokens',
        tokenFamilyId,
        clientId: null,
        scope: allScopes,
        refreshTokenHash: null,
        sessionHash: null,
        seconds: tokenFamilySeconds(settings, { hasRefreshToken: false }),
      });
      const grant = { accountId, clientId: getTokenClientId, scope: allScopes, tokenFamilyId };
      const token = await issueAccessToken(grant, settings);
      return withHeaders(
        { status: 200, contentType: 'text/plain', body: token },
        deprecationHeaders(settings),
      );
    },
  },
  {
    errorFormatter: (error, request, settings) =>
      withHeaders(textErrorResponse(error, request), deprecationHeaders(validSettings(settings))),
  },
);
