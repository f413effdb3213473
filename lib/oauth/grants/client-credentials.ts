import { randomUUID } from 'node:crypto';

import { run } from '../../data-api/query.ts';
import { grantToClient } from '../../queries/tokens/grant-to-client.ts';
import { loggedClient } from '../../model/accounts/presented-client.ts';
import { UnauthorizedClient } from '../errors.ts';
import { allScopes, familySeconds } from '../issue.ts';
import { refusedClient } from '../refused-client.ts';
import type { GrantHandler } from './grant.ts';

/**
 * The grant `client_credentials` (RFC 6749, section 4.4), for harvesters and other servers: the application acts as the
 * account that it was given at its registration. At one Data API call, and without a refresh token.
 */
export const clientCredentialsGrant: GrantHandler = async (request) => {
  const { parameters, client, data, log, settings } = request;
  const scope = parameters.scope() ?? allScopes;
  const tokenFamilyId = randomUUID();
  const seconds = familySeconds(settings, false);
  const query = grantToClient({ client, tokenFamilyId, scope, seconds });
  const { outcome, accountId } = await run(data.write, query);
  log.security('client-credentials', {
    outcome,
    ...loggedClient(client, outcome),
    ...(accountId === null ? {} : { account: accountId }),
  });
  if (outcome === 'invalid_client') throw await refusedClient(data, client);
  if (accountId === null) {
    throw new UnauthorizedClient('The application is not registered for client credentials.');
  }
  return { accountId, clientId: client.clientId, scope, tokenFamilyId };
};
