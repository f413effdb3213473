import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { noStoreHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { parseForm } from '../../lib/http/request/form.ts';
import { readPresentedClient } from '../../lib/http/request/presented-client.ts';
import { UnauthorizedClient } from '../../lib/oauth/errors.ts';
import { readOAuthParameters } from '../../lib/oauth/parameters.ts';
import { readPresentedToken } from '../../lib/oauth/presented-token.ts';
import { runForClient } from '../../lib/oauth/run-for-client.ts';
import { revokeToken } from '../../lib/queries/tokens/revoke-token.ts';

/** POST /o/revoke_token (RFC 7009). */
export const handler = createDataHandler({
  id: 'revoke-token',
  method: 'POST',
  path: '/o/revoke_token',
  summary: 'Revokes a token and all tokens of the same sign-in (RFC 7009)',
  access: 'ignores-token',
  capability: 'revoke',
  parameters: z.object({}),
  form: {
    token: descriptions.token,
    token_type_hint: descriptions.tokenTypeHint,
    client_id:
      'The application of the token. The header Authorization: Basic can contain it instead.',
    client_secret: 'The secret of a confidential application.',
  },
  requiredFields: ['token'],
  errorFormat: 'oauth',
  responses: {
    200: 'The token is revoked, or was never valid.',
    400: 'The request is malformed, or the token belongs to another application.',
    401: 'The application is unknown, or its secret is wrong.',
    429: descriptions.tooManyWrongSecrets,
  },
  handle: async function handleRevokeToken(
    { body, header, sourceAddress },
    { dataApi, write, log, settings },
  ) {
    const parameters = readOAuthParameters(parseForm(body, header('content-type')));
    const token = parameters.require('token');
    const client = readPresentedClient(parameters, sourceAddress, header('authorization'));
    const presentedToken = await readPresentedToken(token, dataApi, settings.baseUrl, 'ignored');
    const event = 'revocation';
    const { outcome, accountId: account } = await runForClient({ dataApi, log }, client, {
      event,
      run: async (presented) => write(revokeToken(presented, presentedToken?.reference ?? null)),
    });
    log.security(event, { outcome, client: client.clientId, account });
    if (outcome === 'other_client') {
      throw new UnauthorizedClient('The token belongs to another application.');
    }
    return { status: 200, headers: noStoreHeaders };
  },
});
