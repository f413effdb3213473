import { verifyAccessToken, type VerifiedAccessToken } from '../identity/access-token.ts';
import { InvalidToken } from '../identity/errors.ts';
import { findPublicKey } from '../identity/public-keys.ts';
import { hashRandomSecret } from '../identity/random-secrets.ts';
import type { DataApi } from '../data-api/client.ts';
import type { TokenReference } from '../queries/tokens/token-reference.ts';

/** A token to be revoked or introspected. Its kind is detected; the hint is ignored (RFC 7009, section 2.1). */
export type PresentedToken = {
  readonly reference: TokenReference;
  /** Its claims, if it is an access token. */
  readonly accessToken: VerifiedAccessToken | undefined;
};

/** A time before every expiry. Verification at this time accepts expired access tokens, whose token family can still be revoked. */
const beforeExpiry = new Date(0);

/**
 * Reads the parameter `token`.
 * @param issuer the base URL of the service
 * @param expiry `ignored` accepts expired access tokens
 * @returns null if it is not a token of this service
 */
export async function readPresentedToken(
  token: string,
  dataApi: Pick<DataApi, 'read'>,
  issuer: string,
  expiry: 'ignored' | 'respected',
): Promise<PresentedToken | null> {
  if (!token.includes('.')) {
    const reference = { kind: 'refresh-token', tokenHash: hashRandomSecret(token) } as const;
    return { reference, accessToken: undefined };
  }
  try {
    const accessToken = await verifyAccessToken(token, {
      issuer,
      findPublicKey: (keyId) => findPublicKey(dataApi, keyId),
      ...(expiry === 'ignored' ? { currentTime: beforeExpiry } : {}),
    });
    const { tokenFamilyId } = accessToken;
    return { reference: { kind: 'access-token', tokenFamilyId }, accessToken };
  } catch (error) {
    if (error instanceof InvalidToken) return null;
    throw error;
  }
}
