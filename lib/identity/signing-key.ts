import { importJWK } from 'jose';
import * as z from 'zod';

import { oncePerProcess } from '../once-per-process.ts';
import type { Secrets } from '../secrets/client.ts';
import { signingAlgorithm, type SigningKey } from './access-token.ts';

/** Milliseconds for which a process caches the private key. After a rotation, the old key can still sign tokens for this time. */
export const signingKeyCacheMilliseconds = 5 * 60 * 1000;

const privateJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});

/** The private key in the secret: a JWK (RFC 7517) with its id. */
export type PrivateJwk = Readonly<z.output<typeof privateJwkSchema>>;

/** The secret contains no private key for signing tokens. */
export class NoSigningKey extends Error {
  readonly code = 'no_signing_key';

  constructor(secretId: string) {
    super(
      `The secret ${secretId} contains no signing key. Create one with: hds signing-key rotate`,
    );
  }
}

/**
 * Parses the private key in a secret.
 * @returns undefined if the secret does not contain one
 */
export function parsePrivateJwk(secret: string | undefined): PrivateJwk | undefined {
  if (secret === undefined || secret === '') return undefined;
  try {
    return privateJwkSchema.safeParse(JSON.parse(secret)).data;
  } catch {
    return undefined;
  }
}

const keyCache = oncePerProcess(
  () => new Map<string, { readonly key: SigningKey; readonly until: number }>(),
);

/**
 * Loads the private key from its secret, and caches it for a few minutes.
 * @throws NoSigningKey, and the errors of `secrets.read`
 */
export async function loadSigningKey(secrets: Secrets, secretId: string): Promise<SigningKey> {
  const cached = keyCache().get(secretId);
  if (cached !== undefined && cached.until > Date.now()) return cached.key;
  const jwk = parsePrivateJwk(await secrets.read(secretId));
  if (jwk === undefined) throw new NoSigningKey(secretId);
  const privateKey = await importJWK(jwk, signingAlgorithm);
  // This check is only for the type checker: importJWK returns bytes for symmetric keys only.
  if (privateKey instanceof Uint8Array) throw new NoSigningKey(secretId);
  const key = { keyId: jwk.kid, privateKey };
  keyCache().set(secretId, { key, until: Date.now() + signingKeyCacheMilliseconds });
  return key;
}
