import { verifyAccessToken, type TokenVerification } from '../../identity/access-token.ts';
import { anonymous, type Principal } from '../../model/accounts/principal.ts';
import { readBearerToken } from './bearer.ts';
import type { HttpRequest } from './request.ts';

/**
 * Who the caller claims to be, by the signature of the token. A token that is not good is refused, never taken for no token
 * (RFC 6750, section 3.1).
 * @throws InvalidToken, and what finding the public key throws
 */
export async function readPrincipal(
  request: HttpRequest,
  verification: TokenVerification,
): Promise<Principal> {
  const token = readBearerToken(request);
  if (token === undefined) return anonymous;
  const { accountId, scope, tokenFamilyId, keyId } = await verifyAccessToken(token, verification);
  return { kind: 'account', accountId, scope, tokenFamilyId, keyId };
}
