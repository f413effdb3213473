import { randomUUID } from 'node:crypto';

import { runQuery } from '../../data-api/query.ts';
import { grantClientToken } from '../../queries/tokens/grant-client-token.ts';
import { UnauthorizedClient } from '../errors.ts';
import { allScopes } from '../issue-access-token.ts';
import { tokenFamilySeconds } from '../token-family-seconds.ts';
import { runForClient } from '../run-for-client.ts';
import type { GrantHandler } from './grant.ts';

/**
 * The grant `client_credentials` (RFC 6749, section 4.4), for harvesters and other servers: the application acts as its own account. It
 * issues no refresh token.
 */
export const clientCredentialsGrant: GrantHandler = async (request) => {
  const { parameters, client, dataApi, log, settings } = request;
  const scope = parameters.readScope() ?? allScopes;
  const tokenFamilyId = randomUUID();
  const seconds = tokenFamilySeconds(settings, { hasRefreshToken: false });
  const event = 'client-credentials';
  const { outcome, accountId } = await runForClient(request, client, {
    event,
    run: async (presented) =>
      runQuery(
        dataApi.write,
        grantClientToken({ client: presented, tokenFamilyId, scope, seconds }),
      ),
  });
  log.security(event, {
    outcome,
    client: client.clientId,
    ...(accountId === null ? {} : { account: accountId }),
  });
  if (accountId === null) {
    throw new UnauthorizedClient('The application is not registered for client credentials.');
  }
  return { accountId, clientId: client.clientId, scope, tokenFamilyId };
};
