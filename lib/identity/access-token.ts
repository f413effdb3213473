import { randomUUID } from 'node:crypto';

import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import * as z from 'zod';

import { parseScope, formatScope, type Scope } from '../model/accounts/scope.ts';
import { InvalidToken } from './errors.ts';

/** ECDSA on P-256 makes small tokens, and verifying them needs no secret. */
export const signingAlgorithm = 'ES256';

/** The private key of the service, with the id of its public key. */
export type SigningKey = { readonly keyId: string; readonly privateKey: CryptoKey };

/** The claims of an access token. */
export type AccessTokenClaims = {
  readonly accountId: number;
  readonly clientId: string;
  readonly scope: readonly Scope[];
  readonly tokenFamilyId: string;
};

export type VerifiedAccessToken = AccessTokenClaims & {
  readonly keyId: string;
  readonly tokenId: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
};

/** Seconds by which the clocks of two machines can differ. */
const clockTolerance = 5;

const claimsSchema = z.object({
  sub: z.string().regex(/^\d{1,10}$/),
  client_id: z.string(),
  scope: z.string(),
  token_family: z.uuid(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/**
 * Signs an access token: a JWT of the type `at+jwt` (RFC 9068).
 * @rule Sign-in and tokens: What does an access token contain?
 * @param issuer the base URL of the service, which is also the audience
 * @param lifetimeSeconds the lifetime of the token
 */
export async function signAccessToken(
  claims: AccessTokenClaims,
  key: SigningKey,
  issuer: string,
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    client_id: claims.clientId,
    scope: formatScope(claims.scope),
    token_family: claims.tokenFamilyId,
  })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.keyId })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(String(claims.accountId))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(key.privateKey);
}

export type TokenVerificationOptions = {
  /** The base URL of the service. */
  readonly issuer: string;
  /** Returns the public key with an id; undefined if there is none. */
  readonly findPublicKey: (keyId: string) => Promise<CryptoKey | undefined>;
  /** The current time by default. */
  readonly currentTime?: Date;
};

/**
 * Verifies signature, issuer, audience, type and times of an access token (RFC 9068, section 4). It does not check revocation.
 * @rule Sign-in and tokens: When is an access token valid?
 * @throws InvalidToken, and the errors of `findPublicKey`
 */
export async function verifyAccessToken(
  token: string,
  { issuer, findPublicKey, currentTime }: TokenVerificationOptions,
): Promise<VerifiedAccessToken> {
  const { payload, keyId } = await verifyPayload(token, issuer, findPublicKey, currentTime);
  const parsed = claimsSchema.safeParse(payload);
  const scope = parsed.success ? parseScope(parsed.data.scope) : undefined;
  if (!parsed.success || scope === undefined) {
    throw new InvalidToken(
      'The access token lacks claims that this service needs. Request a new one.',
    );
  }
  const { sub, client_id: clientId, token_family: tokenFamilyId, jti, iat, exp } = parsed.data;
  return {
    accountId: Number(sub),
    clientId,
    scope,
    tokenFamilyId,
    keyId,
    tokenId: jti,
    issuedAt: iat,
    expiresAt: exp,
  };
}

async function verifyPayload(
  token: string,
  issuer: string,
  findPublicKey: TokenVerificationOptions['findPublicKey'],
  currentTime: Date | undefined,
) {
  let keyId = '';
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await findPublicKey(kid);
        if (key === undefined)
          throw new InvalidToken(
            'The access token was not signed by this service. Request one from it.',
          );
        keyId = kid ?? '';
        return key;
      },
      {
        issuer,
        audience: issuer,
        typ: 'at+jwt',
        algorithms: [signingAlgorithm],
        clockTolerance,
        ...(currentTime === undefined ? {} : { currentDate: currentTime }),
      },
    );
    return { payload, keyId };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new InvalidToken('The access token has expired. Request a new one.');
    }
    if (error instanceof errors.JOSEError) {
      throw new InvalidToken(
        'The access token does not belong to this service. Request one from it.',
      );
    }
    throw error;
  }
}
