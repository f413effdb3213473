import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { parseForm } from '../../lib/http/request/form.ts';
import { readPresentedClient } from '../../lib/http/request/presented-client.ts';
import { formatScope } from '../../lib/model/accounts/scope.ts';
import { UnsupportedGrantType } from '../../lib/oauth/errors.ts';
import { clientCredentialsGrant } from '../../lib/oauth/grants/client-credentials.ts';
import type { GrantHandler } from '../../lib/oauth/grants/grant.ts';
import { passwordGrant } from '../../lib/oauth/grants/password.ts';
import { refreshTokenGrant } from '../../lib/oauth/grants/refresh-token.ts';
import { issueAccessToken } from '../../lib/oauth/issue-access-token.ts';
import { readOAuthParameters } from '../../lib/oauth/parameters.ts';

const grantHandlers: Readonly<Record<string, GrantHandler>> = {
  password: passwordGrant,
  refresh_token: refreshTokenGrant,
  client_credentials: clientCredentialsGrant,
};

/** POST /o/token (docs/specification.md, RFC 6749). Each grant has a file in lib/oauth/grants. */
export const handler = createDataHandler({
  id: 'issue-token',
  method: 'POST',
  path: '/o/token',
  summary: 'Issues an access token',
  access: 'ignores-token',
  capability: 'token',
  parameters: indentOnlyParameters,
  form: {
    grant_type: 'password, refresh_token or client_credentials.',
    client_id:
      'The client id of a registered application. The header Authorization: Basic can contain it instead.',
    client_secret: 'The secret of a confidential application.',
    username: 'For the grant password: a username or an e-mail address.',
    password: 'For the grant password.',
    refresh_token: 'For the grant refresh_token.',
    scope: 'read, write or both; default: all scopes that may be granted.',
  },
  requiredFields: ['grant_type'],
  errorFormat: 'oauth',
  responses: {
    200: { description: 'The tokens.', body: 'tokenResponse' },
    400: 'The request is malformed; error has the reason (RFC 6749, section 5.2).',
    401: 'The application (invalid_client) or the credentials (invalid_grant) are wrong.',
    429: 'Too many sign-ins failed, or the application sent too many wrong secrets.',
  },
  handle: async function handleIssueToken(
    { body, header, sourceAddress },
    { dataApi, log, settings },
  ) {
    const fields = readOAuthParameters(parseForm(body, header('content-type')));
    const grantType = fields.require('grant_type');
    const handleGrant = Object.hasOwn(grantHandlers, grantType)
      ? grantHandlers[grantType]
      : undefined;
    if (handleGrant === undefined) {
      throw new UnsupportedGrantType(`The grants are: ${Object.keys(grantHandlers).join(', ')}.`);
    }
    const client = readPresentedClient(fields, sourceAddress, header('authorization'));
    const grant = await handleGrant({
      parameters: fields,
      client,
      sourceAddress,
      dataApi,
      log,
      settings,
    });
    const { refreshToken } = grant;
    const document = {
      access_token: await issueAccessToken(grant, settings),
      token_type: 'Bearer',
      expires_in: settings.tokenSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      scope: formatScope(grant.scope),
    };
    return withHeaders(jsonResponse(document), noStoreHeaders);
  },
});
