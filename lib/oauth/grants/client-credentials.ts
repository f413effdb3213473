import { randomUUID } from 'node:crypto';

import { runQuery } from '../../data-api/query.ts';
import { grantClientToken } from '../../queries/tokens/grant-client-token.ts';
import { clientLogFields } from '../../model/accounts/presented-client.ts';
import { UnauthorizedClient } from '../errors.ts';
import { allScopes, tokenFamilySeconds } from '../issue-access-token.ts';
import { recordRefusalAndCreateError } from '../client-refusal.ts';
import type { GrantHandler } from './grant.ts';

/**
 * The grant `client_credentials` (RFC 6749, section 4.4), for harvesters and other servers: the application acts as its own account. It
 * takes one Data API call and issues no refresh token.
 */
export const clientCredentialsGrant: GrantHandler = async (request) => {
  const { parameters, client, dataApi, log, settings } = request;
  const scope = parameters.readScope() ?? allScopes;
  const tokenFamilyId = randomUUID();
  const seconds = tokenFamilySeconds(settings, { hasRefreshToken: false });
  const query = grantClientToken({ client, tokenFamilyId, scope, seconds });
  const { outcome, accountId } = await runQuery(dataApi.write, query);
  log.security('client-credentials', {
    outcome,
    ...clientLogFields(client, outcome),
    ...(accountId === null ? {} : { account: accountId }),
  });
  if (outcome === 'invalid_client') throw await recordRefusalAndCreateError(dataApi, client);
  if (accountId === null) {
    throw new UnauthorizedClient('The application is not registered for client credentials.');
  }
  return { accountId, clientId: client.clientId, scope, tokenFamilyId };
};
