import * as descriptions from '../../lib/http/description/descriptions.ts';
import { formatScope } from '../../lib/model/accounts/scope.ts';
import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { parseForm } from '../../lib/http/request/form.ts';
import { readPresentedClient } from '../../lib/http/request/presented-client.ts';
import { readOAuthParameters } from '../../lib/oauth/parameters.ts';
import { readPresentedToken, type PresentedToken } from '../../lib/oauth/presented-token.ts';
import { runForClient } from '../../lib/oauth/run-for-client.ts';
import {
  introspectToken,
  type IntrospectedToken,
} from '../../lib/queries/tokens/introspect-token.ts';

/** The introspection response for an active token (RFC 7662, section 2.2). */
function activeTokenDocument(
  presentedToken: PresentedToken | null,
  introspection: Extract<IntrospectedToken, { outcome: 'active' }>,
  issuer: string,
) {
  const token = presentedToken?.accessToken;
  return {
    active: true,
    scope: token === undefined ? introspection.scope : formatScope(token.scope),
    client_id: token?.clientId ?? introspection.clientId,
    username: introspection.username,
    ...(token === undefined ? {} : { token_type: 'Bearer', jti: token.tokenId, aud: issuer }),
    exp: token?.expiresAt ?? introspection.endsAt,
    iat: token?.issuedAt ?? introspection.beganAt,
    sub: String(introspection.accountId),
    iss: issuer,
  };
}

/** POST /o/introspect (RFC 7662). */
export const handler = createDataHandler({
  id: 'introspect-token',
  method: 'POST',
  path: '/o/introspect',
  summary: 'Introspects a token for a confidential application (RFC 7662)',
  access: 'ignores-token',
  capability: 'revoke',
  parameters: indentOnlyParameters,
  form: {
    token: descriptions.token,
    token_type_hint: descriptions.tokenTypeHint,
    client_id:
      'The application of the caller. The header Authorization: Basic can contain it instead.',
    client_secret: 'The secret of that application.',
  },
  requiredFields: ['token'],
  errorFormat: 'oauth',
  responses: {
    200: {
      description: 'Whether the token is active, and its claims.',
      body: 'introspection',
    },
    400: 'The request is malformed.',
    401: 'The application is unknown or not confidential, or its secret is wrong.',
    429: descriptions.tooManyWrongSecrets,
  },
  handle: async function handleIntrospectToken(
    { body, header, sourceAddress },
    { dataApi, read, log, settings },
  ) {
    const parameters = readOAuthParameters(parseForm(body, header('content-type')));
    const token = parameters.require('token');
    const client = readPresentedClient(parameters, sourceAddress, header('authorization'));
    const presentedToken = await readPresentedToken(token, dataApi, settings.baseUrl, 'respected');
    const signingKeyId = presentedToken?.accessToken?.keyId ?? null;
    const introspection = await runForClient({ dataApi, log }, client, {
      event: 'introspection',
      run: async (presented) =>
        read(introspectToken(presented, presentedToken?.reference ?? null, signingKeyId)),
      message: 'Only confidential applications may introspect tokens, with their secret.',
    });
    const document =
      introspection.outcome === 'active'
        ? activeTokenDocument(presentedToken, introspection, settings.baseUrl)
        : { active: false };
    return withHeaders(jsonResponse(document), noStoreHeaders);
  },
});
