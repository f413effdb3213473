import { randomUUID } from 'node:crypto';

import { newSecret, hashRandomSecret } from '../../identity/random-secrets.ts';
import { UnknownApplication, WrongCredentials } from '../../identity/errors.ts';
import { signIn, type Credentials, type SignedInAccount } from '../../identity/sign-in.ts';
import type { SignInGrant } from '../../queries/sign-in/complete-sign-in.ts';
import { InvalidClient, WrongPassword } from '../errors.ts';
import { allScopes } from '../issue-access-token.ts';
import { tokenFamilySeconds } from '../token-family-seconds.ts';
import type { GrantHandler, GrantRequest } from './grant.ts';

/**
 * The grant `password` (specification, POST /o/token; RFC 6749, section 4.3). It takes two Data API calls.
 * @rule Sign-in and tokens: Who may use the password grant?
 */
export const passwordGrant: GrantHandler = async (request) => {
  const { parameters, client, settings } = request;
  const credentials = {
    name: parameters.require('username'),
    password: parameters.require('password'),
  };
  const scope = parameters.readScope() ?? allScopes;
  const refreshToken = newSecret();
  const tokenFamilyId = randomUUID();
  const { accountId } = await signInForGrant(request, credentials, {
    kind: 'tokens',
    tokenFamilyId,
    clientId: client.clientId,
    scope,
    refreshTokenHash: hashRandomSecret(refreshToken),
    sessionHash: null,
    seconds: tokenFamilySeconds(settings, { hasRefreshToken: true }),
  });
  return { accountId, clientId: client.clientId, scope, tokenFamilyId, refreshToken };
};

async function signInForGrant(
  request: GrantRequest,
  credentials: Credentials,
  grant: SignInGrant,
): Promise<SignedInAccount> {
  const { sourceAddress, client } = request;
  try {
    return await signIn(request, credentials, { sourceAddress, clientId: client.clientId }, grant);
  } catch (error) {
    if (error instanceof WrongCredentials) throw new WrongPassword();
    if (error instanceof UnknownApplication) {
      throw new InvalidClient(
        'There is no public application with this client_id that is registered for the password grant.',
      );
    }
    throw error;
  }
}
