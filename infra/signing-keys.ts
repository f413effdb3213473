import { exportJWK, calculateJwkThumbprint, generateKeyPair } from 'jose';

import { signingAlgorithm } from '../lib/identity/access-token.ts';
import {
  readPrivateJwk,
  signingKeyCacheMilliseconds,
  type PrivateJwk,
} from '../lib/identity/signing-key.ts';
import type { DataApi } from '../lib/data-api/client.ts';
import {
  publishSigningKey,
  removeRetiredSigningKeys,
  removeSigningKey,
  retireOtherSigningKeys,
  activateSigningKey,
} from '../lib/queries/tokens/signing-keys.ts';
import type { Secrets } from '../lib/secrets/client.ts';
import { maxTokenSeconds } from '../lib/settings.ts';

/** Where the keys of a service are: the public ones in its database, the private one in a secret. */
export type SigningKeyStorage = {
  readonly data: DataApi;
  readonly secrets: Secrets;
  readonly secretId: string;
};

/** Of two rotations at once, one may retire the key of the other: by so many seconds at most before it stops signing. */
const longestRotationSeconds = 3600;

// By the longest life that can be set, since whoever rotates need not know what is set where tokens are given out.
const goodAfterRetirement =
  maxTokenSeconds + signingKeyCacheMilliseconds / 1000 + longestRotationSeconds;

/**
 * Makes a new key to sign with. No token fails for it: the public half is known before the private half is used, and the
 * halves of earlier keys stay until nothing that they signed can still be good. Where it fails, the earlier key signs on.
 * @returns the id of the new key
 * @throws what the database and the secrets throw
 */
export async function rotateSigningKey(places: SigningKeyStorage): Promise<string> {
  const { data } = places;
  const previous = await keyInSecret(places);
  // It signs still, even where a rotation that went on at the same time as its own has retired it.
  if (previous !== undefined) await data.write(activateSigningKey(previous.kid));
  const next = await makeKey();
  await data.write(publishSigningKey(next.keyId, next.publicKey));
  await putIntoSecret(places, next, previous);
  await data.write(retireOtherSigningKeys(next.keyId));
  await data.write(removeRetiredSigningKeys(goodAfterRetirement));
  return next.keyId;
}

/** Sees to it that there is a key to sign with, and that the database knows its public half. */
export async function ensureSigningKey(places: SigningKeyStorage): Promise<void> {
  const stored = await keyInSecret(places);
  if (stored === undefined) {
    await rotateSigningKey(places);
    return;
  }
  await places.data.write(publishSigningKey(stored.kid, JSON.stringify(publicHalf(stored))));
}

async function keyInSecret({
  secrets,
  secretId,
}: SigningKeyStorage): Promise<PrivateJwk | undefined> {
  return readPrivateJwk(await secrets.read(secretId));
}

/** A new pair of keys: each half as the text of a JWK. */
type NewKey = { readonly keyId: string; readonly publicKey: string; readonly privateKey: string };

async function makeKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  return {
    keyId,
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    privateKey: JSON.stringify({ ...(await exportJWK(privateKey)), kid: keyId }),
  };
}

async function putIntoSecret(
  places: SigningKeyStorage,
  next: NewKey,
  previous: PrivateJwk | undefined,
): Promise<void> {
  try {
    await places.secrets.write(places.secretId, next.privateKey);
  } catch (error) {
    const isThere = await isInSecretAfterAll(places, next, previous).catch(() => false);
    if (!isThere) throw error;
  }
}

/**
 * Whether the new key is in the secret, though writing it failed: only the answer may have been lost. Its public half is taken
 * away again where it surely never was there; one that nobody needs does no harm, one that is missing does.
 */
async function isInSecretAfterAll(
  places: SigningKeyStorage,
  next: NewKey,
  previous: PrivateJwk | undefined,
): Promise<boolean> {
  const stored = await keyInSecret(places);
  if (stored?.kid === next.keyId) return true;
  // Any other key is that of another rotation, before which this one may have signed.
  if (stored?.kid === previous?.kid) await places.data.write(removeSigningKey(next.keyId));
  return false;
}

function publicHalf({ kty, crv, x, y }: PrivateJwk) {
  return { kty, crv, x, y };
}
