import { exportJWK, calculateJwkThumbprint, generateKeyPair } from 'jose';

import { signingAlgorithm } from '../../lib/identity/access-token.ts';
import {
  parsePrivateJwk,
  signingKeyCacheMilliseconds,
  type PrivateJwk,
} from '../../lib/identity/signing-key.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import {
  publishSigningKey,
  removeRetiredSigningKeys,
  removeSigningKey,
  retireOtherSigningKeys,
  clearKeyRetirement,
} from '../../lib/queries/tokens/signing-keys.ts';
import type { Secrets } from '../../lib/secrets/client.ts';
import { maxTokenSeconds } from '../../lib/settings.ts';

/** The public keys are in the database, the private key is in a secret. */
export type SigningKeyStorage = {
  readonly dataApi: DataApi;
  readonly secrets: Secrets;
  readonly secretId: string;
};

/** When two rotations overlap, one can retire a key that still signs. That key stops signing within this time. */
const maxRotationOverlapSeconds = 3600;

// Based on the maximum lifetime of tokens, because this code does not know the configured lifetime.
const retiredKeySeconds =
  maxTokenSeconds + signingKeyCacheMilliseconds / 1000 + maxRotationOverlapSeconds;

/**
 * Replaces the signing key. Tokens stay valid: the new public key is published before the private key is used, and old
 * public keys remain until all their tokens have expired. If the rotation fails, the previous key continues to sign.
 * @rule Sign-in and tokens: How is the signing key replaced?
 * @returns the id of the new key
 */
export async function rotateSigningKey(storage: SigningKeyStorage): Promise<string> {
  const { dataApi } = storage;
  const previous = await readPrivateKey(storage);
  // The previous key signs until the new one is stored. Another rotation can have retired it.
  if (previous !== undefined) await dataApi.write(clearKeyRetirement(previous.kid));
  const next = await generateKey();
  await dataApi.write(publishSigningKey(next.keyId, next.publicKey));
  await storePrivateKey(storage, next, previous);
  await dataApi.write(retireOtherSigningKeys(next.keyId));
  await dataApi.write(removeRetiredSigningKeys(retiredKeySeconds));
  return next.keyId;
}

/** Creates a signing key if there is none, and publishes its public key. */
export async function ensureSigningKey(storage: SigningKeyStorage): Promise<void> {
  const stored = await readPrivateKey(storage);
  if (stored === undefined) {
    await rotateSigningKey(storage);
    return;
  }
  await storage.dataApi.write(publishSigningKey(stored.kid, JSON.stringify(toPublicJwk(stored))));
}

async function readPrivateKey({
  secrets,
  secretId,
}: SigningKeyStorage): Promise<PrivateJwk | undefined> {
  return parsePrivateJwk(await secrets.read(secretId));
}

/** A key pair as JWK texts. */
type NewKey = { readonly keyId: string; readonly publicKey: string; readonly privateKey: string };

async function generateKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const keyId = await calculateJwkThumbprint(publicKey);
  return {
    keyId,
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    privateKey: JSON.stringify({ ...(await exportJWK(privateKey)), kid: keyId }),
  };
}

async function storePrivateKey(
  storage: SigningKeyStorage,
  next: NewKey,
  previous: PrivateJwk | undefined,
): Promise<void> {
  try {
    await storage.secrets.write(storage.secretId, next.privateKey);
  } catch (error) {
    const isStored = await checkStoredOrUnpublish(storage, next, previous).catch(() => false);
    if (!isStored) throw error;
  }
}

/**
 * Checks whether the secret has the new key although the write failed: perhaps only the response was lost. If the secret
 * still has the old key, the new public key is removed. In doubt it stays, because an unused public key is harmless, but
 * tokens of a missing one are invalid.
 */
async function checkStoredOrUnpublish(
  storage: SigningKeyStorage,
  next: NewKey,
  previous: PrivateJwk | undefined,
): Promise<boolean> {
  const stored = await readPrivateKey(storage);
  if (stored?.kid === next.keyId) return true;
  // Any other key was written by a later rotation. Tokens of the new key can exist, so its public key stays.
  if (stored?.kid === previous?.kid) await storage.dataApi.write(removeSigningKey(next.keyId));
  return false;
}

function toPublicJwk({ kty, crv, x, y }: PrivateJwk) {
  return { kty, crv, x, y };
}
