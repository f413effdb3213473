import { randomUUID } from 'node:crypto';

import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import * as z from 'zod';

import { parseScope, formatScope, type Scope } from '../model/accounts/scope.ts';
import { InvalidToken } from './errors.ts';

/** ECDSA on P-256: small tokens, and no secret where they are checked. */
export const signingAlgorithm = 'ES256';

/** The private key of the service, and the id under which its public half is known. */
export type SigningKey = { readonly keyId: string; readonly privateKey: CryptoKey };

/** What an access token says. */
export type AccessTokenClaims = {
  readonly accountId: number;
  readonly clientId: string;
  readonly scope: readonly Scope[];
  readonly tokenFamilyId: string;
};

/** What is known of an access token whose signature is good. */
export type VerifiedAccessToken = AccessTokenClaims & {
  readonly keyId: string;
  readonly tokenId: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
};

/** Seconds by which the clocks of two machines of the service may differ. */
const clockTolerance = 5;

const claims = z.object({
  sub: z.string().regex(/^\d{1,10}$/),
  client_id: z.string(),
  scope: z.string(),
  token_family: z.uuid(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/**
 * Makes an access token: a JWT of the type `at+jwt` (RFC 9068).
 * @param issuer the base URL of the service, which is also the audience
 * @param seconds for which the token is good
 */
export async function signAccessToken(
  content: AccessTokenClaims,
  key: SigningKey,
  issuer: string,
  seconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    client_id: content.clientId,
    scope: formatScope(content.scope),
    token_family: content.tokenFamilyId,
  })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.keyId })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(String(content.accountId))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key.privateKey);
}

/** How an access token is checked. */
export type TokenVerification = {
  /** The base URL of the service. */
  readonly issuer: string;
  /** The public key of an id; undefined where there is none. */
  readonly publicKey: (keyId: string) => Promise<CryptoKey | undefined>;
  /** The time that it is taken to be; absent: now. */
  readonly at?: Date;
};

/**
 * Checks an access token by its signature, issuer, audience, type and times (RFC 9068, section 4). Whether it was revoked is
 * not known here.
 * @throws InvalidToken, and what finding the public key throws
 */
export async function verifyAccessToken(
  token: string,
  { issuer, publicKey, at }: TokenVerification,
): Promise<VerifiedAccessToken> {
  const { payload, keyId } = await signedPayload(token, issuer, publicKey, at);
  const parsed = claims.safeParse(payload);
  const scope = parsed.success ? parseScope(parsed.data.scope) : undefined;
  if (!parsed.success || scope === undefined) {
    throw new InvalidToken('The access token lacks what a token of this service says.');
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

async function signedPayload(
  token: string,
  issuer: string,
  publicKey: TokenVerification['publicKey'],
  at: Date | undefined,
) {
  let keyId = '';
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await publicKey(kid);
        if (key === undefined) throw new InvalidToken('The access token is not signed here.');
        keyId = kid ?? '';
        return key;
      },
      {
        issuer,
        audience: issuer,
        typ: 'at+jwt',
        algorithms: [signingAlgorithm],
        clockTolerance,
        ...(at === undefined ? {} : { currentDate: at }),
      },
    );
    return { payload, keyId };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new InvalidToken('The access token has expired. Ask for a new one.');
    }
    if (error instanceof errors.JOSEError) {
      throw new InvalidToken('The access token is not one of this service.');
    }
    throw error;
  }
}
