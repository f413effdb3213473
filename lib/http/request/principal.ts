import { verifyAccessToken, type TokenVerificationOptions } from '../../identity/access-token.ts';
import { anonymous, type Principal } from '../../model/accounts/principal.ts';
import { readBearerToken } from './bearer.ts';
import type { HttpRequest } from './request.ts';

/**
 * Reads the principal from the token and verifies its signature. A request with an invalid token is refused, not treated as anonymous
 * (RFC 6750, section 3.1).
 * @throws InvalidToken, and the errors of the function that finds the public key
 */
export async function readPrincipal(
  request: HttpRequest,
  verification: TokenVerificationOptions,
): Promise<Principal> {
  const token = readBearerToken(request);
  if (token === undefined) return anonymous;
  const { accountId, scope, tokenFamilyId, keyId } = await verifyAccessToken(token, verification);
  return { kind: 'account', accountId, scope, tokenFamilyId, keyId };
}
