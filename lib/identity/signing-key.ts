import { importJWK } from 'jose';
import * as z from 'zod';

import type { Secrets } from '../secrets/client.ts';
import { signingAlgorithm, type SigningKey } from './access-token.ts';

/** Milliseconds for which a process keeps the private key: so long after a rotation the old one may still sign. */
export const signingKeyCacheMilliseconds = 5 * 60 * 1000;

const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});

/** The private key as the secret holds it: a JWK (RFC 7517) with its id. */
export type PrivateJwk = Readonly<z.output<typeof privateJwk>>;

/** There is no private key to sign tokens with. */
export class NoSigningKey extends Error {
  readonly code = 'no_signing_key';

  constructor(secretId: string) {
    super(`The secret ${secretId} holds no signing key. Make one with: hds signing-key rotate`);
  }
}

/** Reads a private key from the text of a secret. @returns undefined for anything else */
export function readPrivateJwk(secret: string | undefined): PrivateJwk | undefined {
  if (secret === undefined || secret === '') return undefined;
  try {
    return privateJwk.safeParse(JSON.parse(secret)).data;
  } catch {
    return undefined;
  }
}

let inMemory: { readonly key: SigningKey; readonly until: number } | undefined;

/**
 * The private key of the service, from its secret; kept in memory for a few minutes.
 * @throws NoSigningKey, and what the secrets throw
 */
export async function loadSigningKey(secrets: Secrets, secretId: string): Promise<SigningKey> {
  if (inMemory !== undefined && inMemory.until > Date.now()) return inMemory.key;
  const jwk = readPrivateJwk(await secrets.read(secretId));
  if (jwk === undefined) throw new NoSigningKey(secretId);
  const privateKey = await importJWK(jwk, signingAlgorithm);
  if (privateKey instanceof Uint8Array) throw new NoSigningKey(secretId);
  const key = { keyId: jwk.kid, privateKey };
  inMemory = { key, until: Date.now() + signingKeyCacheMilliseconds };
  return key;
}
