import { newSecret, hashRandomSecret } from '../../identity/random-secrets.ts';
import type { DataApi } from '../../data-api/client.ts';
import { DataApiUnavailable } from '../../data-api/errors.ts';
import { runQuery, type RowsQuery } from '../../data-api/query.ts';
import { rotateRefreshToken } from '../../queries/tokens/rotate-refresh-token.ts';
import { InvalidRefreshToken, InvalidScope } from '../errors.ts';
import { tokenFamilySeconds } from '../issue-access-token.ts';
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
    run: async (presented) =>
      writeWithRetry(dataApi, rotateRefreshToken({ ...request, client: presented })),
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

/** Runs a write, and repeats it once if its response was lost. The statement is idempotent. */
async function writeWithRetry<Value>(dataApi: DataApi, query: RowsQuery<Value>): Promise<Value> {
  try {
    return await runQuery(dataApi.write, query);
  } catch (error) {
    if (error instanceof DataApiUnavailable) return runQuery(dataApi.write, query);
    throw error;
  }
}
