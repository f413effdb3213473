import { scopes } from '../../lib/model/accounts/scope.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';

/** How applications authenticate. */
const authMethodsWithSecret = ['client_secret_basic', 'client_secret_post'];
const allAuthMethods = ['none', ...authMethodsWithSecret];

/** GET /.well-known/oauth-authorization-server (RFC 8414) */
export const handler = createHandlerWithoutDatabase({
  id: 'authorization-server-metadata',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'The metadata of the authorization server (RFC 8414)',
  access: 'ignores-token',
  capability: 'none',
  parameters: indentOnlyParameters,
  responses: { 200: { description: 'The metadata.', body: 'serverMetadata' } },
  handle: async function handleAuthorizationServerMetadata(_request, { settings: { baseUrl } }) {
    return withHeaders(
      jsonResponse({
        issuer: baseUrl,
        token_endpoint: `${baseUrl}/o/token`,
        jwks_uri: `${baseUrl}/.well-known/jwks.json`,
        scopes_supported: scopes,
        // The grants of this service have no response type. RFC 8414 requires this member all the same, and clients refuse an empty list.
        response_types_supported: ['none'],
        grant_types_supported: ['password', 'refresh_token', 'client_credentials'],
        token_endpoint_auth_methods_supported: allAuthMethods,
        revocation_endpoint: `${baseUrl}/o/revoke_token`,
        revocation_endpoint_auth_methods_supported: allAuthMethods,
        introspection_endpoint: `${baseUrl}/o/introspect`,
        introspection_endpoint_auth_methods_supported: authMethodsWithSecret,
      }),
      { 'Cache-Control': 'public, max-age=300' },
    );
  },
});
