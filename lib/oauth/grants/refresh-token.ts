import { newSecret, hashRandomSecret } from '../../identity/random-secrets.ts';
import { DataApiUnavailable } from '../../data-api/errors.ts';
import { runQuery } from '../../data-api/query.ts';
import { tryAgainAfter, withRetries } from '../../data-api/with-retries.ts';
import { rotateRefreshToken } from '../../queries/tokens/rotate-refresh-token.ts';
import { InvalidRefreshToken, InvalidScope } from '../errors.ts';
import { tokenFamilySeconds } from '../token-family-seconds.ts';
import { runForClient } from '../run-for-client.ts';
import type { GrantHandler } from './grant.ts';

/** The grant `refresh_token` (RFC 6749, section 6), with rotation. */
export const refreshTokenGrant: GrantHandler = async ({
  parameters,
  client,
  dataApi,
  log,
  settings,
}) => {
  const presentedToken = parameters.require('refresh_token');
  const refreshToken = newSecret();
  const event = 'refresh';
  const request = {
    refreshTokenHash: hashRandomSecret(presentedToken),
    successorHash: hashRandomSecret(refreshToken),
    scope: parameters.readScope() ?? null,
    seconds: tokenFamilySeconds(settings, { hasRefreshToken: true }),
  };
  const rotation = await runForClient({ dataApi, log }, client, {
    event,
    run: async (presented) => {
      const rotate = () =>
        runQuery(dataApi.write, rotateRefreshToken({ ...request, client: presented }));
      // A write whose response was lost is repeated once, because the statement is idempotent.
      return withRetries({
        maxAttempts: 1,
        attempt: () => tryAgainAfter((error) => error instanceof DataApiUnavailable, rotate),
        lastAttempt: rotate,
      });
    },
  });
  const { outcome, accountId } = rotation;
  log.security(event, {
    outcome,
    client: client.clientId,
    ...(accountId === null ? {} : { account: accountId }),
  });
  if (outcome === 'invalid_scope') {
    throw new InvalidScope('Request no more scopes than were granted at the sign-in.');
  }
  if (rotation.outcome !== 'rotated') throw new InvalidRefreshToken();
  return {
    accountId: rotation.accountId,
    clientId: client.clientId,
    scope: rotation.scope,
    tokenFamilyId: rotation.tokenFamilyId,
    refreshToken,
  };
};
