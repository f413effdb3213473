import { verifyAccessToken, type TokenVerificationOptions } from '../../identity/access-token.ts';
import { anonymous, type Principal } from '../../model/accounts/principal.ts';
import type { AuthenticationOptions } from '../middleware.ts';
import { readBearerToken } from './bearer.ts';
import { readHeader, type HttpRequest } from './request.ts';
import { readSessionPrincipal } from './session-cookie.ts';

/**
 * Reads the principal from the token and verifies its signature. A request with an invalid token is refused, not treated as anonymous
 * (RFC 6750, section 3.1). Without a token, the principal of a request for a page is the account that is signed in with this browser.
 * @throws InvalidToken, and the errors of the function that finds the public key
 */
export async function readPrincipal(
  request: HttpRequest,
  { readsToken, readsSession }: Pick<AuthenticationOptions, 'readsToken' | 'readsSession'>,
  verification: TokenVerificationOptions,
): Promise<Principal> {
  const token = readsToken ? readBearerToken(request) : undefined;
  if (token === undefined)
    return readsSession ? readSessionPrincipal(readHeader(request, 'cookie')) : anonymous;
  const { accountId, scope, tokenFamilyId, keyId } = await verifyAccessToken(token, verification);
  const credential = { kind: 'token', tokenFamilyId, keyId } as const;
  return { kind: 'account', accountId, scope, credential };
}
