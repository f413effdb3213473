import * as z from 'zod';

import { readScope } from '../../model/accounts/scope.ts';
import { newSecret, secretHash } from '../../identity/secrets.ts';
import type { DataApi, Row } from '../../data-api/client.ts';
import { DataApiUnavailable } from '../../data-api/errors.ts';
import type { Statement } from '../../data-api/sql.ts';
import { rotateRefreshToken } from '../../queries/tokens/rotate-refresh-token.ts';
import { loggedClient } from '../../model/accounts/presented-client.ts';
import { InvalidClient, InvalidRefreshToken, InvalidScope } from '../errors.ts';
import { allScopes, familySeconds } from '../issue.ts';
import type { GrantHandler } from './grant.ts';

const rotated = z.tuple([
  z.enum(['invalid_client', 'invalid_grant', 'reused', 'invalid_scope', 'rotated']),
  z.coerce.number().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);

/** The grant `refresh_token` (RFC 6749, section 6), with rotation, at one Data API call. */
export const refreshTokenGrant: GrantHandler = async ({
  parameters,
  client,
  data,
  log,
  settings,
}) => {
  const presented = parameters.require('refresh_token');
  const refreshToken = newSecret();
  const rows = await writeRepeatable(
    data,
    rotateRefreshToken({
      client,
      refreshTokenHash: secretHash(presented),
      successorHash: secretHash(refreshToken),
      scope: parameters.scope() ?? null,
      seconds: familySeconds(settings, true),
    }),
  );
  const [outcome, accountId, tokenFamilyId, scope] = rotated.parse(rows[0]);
  log.security('refresh', {
    outcome,
    ...loggedClient(client, outcome),
    ...(accountId === null ? {} : { account: accountId }),
  });
  if (outcome === 'invalid_client') throw new InvalidClient();
  if (outcome === 'invalid_scope') {
    throw new InvalidScope('Ask for no more than what was granted at the sign-in.');
  }
  if (outcome !== 'rotated' || accountId === null || tokenFamilyId === null) {
    throw new InvalidRefreshToken();
  }
  return {
    accountId,
    clientId: client.clientId,
    scope: readScope(scope ?? '') ?? allScopes,
    tokenFamilyId,
    refreshToken,
  };
};

/** The statement says the same when it runs twice: where its answer was lost, it is asked once more. */
async function writeRepeatable(data: DataApi, statement: Statement): Promise<readonly Row[]> {
  try {
    return await data.write(statement);
  } catch (error) {
    if (error instanceof DataApiUnavailable) return data.write(statement);
    throw error;
  }
}
