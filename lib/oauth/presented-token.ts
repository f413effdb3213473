import { verifyAccessToken, type VerifiedAccessToken } from '../identity/access-token.ts';
import { InvalidToken } from '../identity/errors.ts';
import { findPublicKey } from '../identity/public-keys.ts';
import { secretHash } from '../identity/secrets.ts';
import type { DataApi } from '../data-api/client.ts';
import type { TokenReference } from '../queries/tokens/token-reference.ts';

/** A token that somebody asks about: one of either kind, whichever the hint says (RFC 7009, section 2.1). */
export type PresentedToken = {
  readonly reference: TokenReference;
  /** What it says, where it is an access token. */
  readonly accessToken: VerifiedAccessToken | undefined;
};

/** Before anything expires: an access token that has expired still tells which sign-in it came out of. */
const beforeExpiry = new Date(0);

/**
 * Reads a token that came as a parameter.
 * @param issuer the base URL of the service
 * @param expiry whether an access token that has expired still counts
 * @returns null for a text that is no token of this service
 */
export async function readPresentedToken(
  token: string,
  data: Pick<DataApi, 'read'>,
  issuer: string,
  expiry: 'ignored' | 'respected',
): Promise<PresentedToken | null> {
  if (!token.includes('.')) {
    const reference = { kind: 'refresh-token', tokenHash: secretHash(token) } as const;
    return { reference, accessToken: undefined };
  }
  try {
    const accessToken = await verifyAccessToken(token, {
      issuer,
      publicKey: (keyId) => findPublicKey(data, keyId),
      ...(expiry === 'ignored' ? { at: beforeExpiry } : {}),
    });
    const { tokenFamilyId } = accessToken;
    return { reference: { kind: 'access-token', tokenFamilyId }, accessToken };
  } catch (error) {
    if (error instanceof InvalidToken) return null;
    throw error;
  }
}
