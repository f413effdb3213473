import { exportJWK, calculateJwkThumbprint, generateKeyPair } from 'jose';

import { signingAlgorithm } from '../lib/auth/access-token.ts';
import { readPrivateJwk, signingKeyMemory, type PrivateJwk } from '../lib/auth/signing-key.ts';
import type { DataApi } from '../lib/data-api/client.ts';
import { publishSigningKey, removeRetiredKeys } from '../lib/queries/signing-keys.ts';
import type { Secrets } from '../lib/secrets/client.ts';

/** Where the keys of a service are: the public ones in its database, the private one in a secret. */
export type KeyPlaces = {
  readonly data: DataApi;
  readonly secrets: Secrets;
  readonly secretId: string;
  /** Seconds for which an access token is good. */
  readonly tokenSeconds: number;
};

/**
 * Makes a new key to sign with. No token fails for it: the public half is known before the private half is used, and the
 * halves of earlier keys stay until nothing that they signed can still be good.
 * @returns the id of the new key
 */
export async function rotateSigningKey(places: KeyPlaces): Promise<string> {
  const { data, secrets, secretId, tokenSeconds } = places;
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  await data.write(publishSigningKey(keyId, JSON.stringify(await exportJWK(publicKey))));
  await secrets.write(secretId, JSON.stringify({ ...(await exportJWK(privateKey)), kid: keyId }));
  await data.write(removeRetiredKeys(tokenSeconds + signingKeyMemory / 1000));
  return keyId;
}

/** Sees to it that there is a key to sign with, and that the database knows its public half. */
export async function ensureSigningKey(places: KeyPlaces): Promise<void> {
  const stored = readPrivateJwk(await places.secrets.read(places.secretId));
  if (stored === undefined) {
    await rotateSigningKey(places);
    return;
  }
  await places.data.write(publishSigningKey(stored.kid, JSON.stringify(publicHalf(stored))));
}

function publicHalf({ kty, crv, x, y }: PrivateJwk) {
  return { kty, crv, x, y };
}
