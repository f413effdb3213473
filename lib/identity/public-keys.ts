import { importJWK, type CryptoKey } from 'jose';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { oncePerProcess } from '../once-per-process.ts';
import { listPublicSigningKeys, type PublicSigningKey } from '../queries/tokens/signing-keys.ts';
import { signingAlgorithm } from './access-token.ts';

/** A public key in the JSON Web Key Set (RFC 7517). */
export type PublicJwk = PublicSigningKey['jwk'] & {
  readonly kid: string;
  readonly alg: string;
  readonly use: 'sig';
};

/** Reads the public keys of the service with one Data API call, the newest first. */
export async function readPublicKeys(
  dataApi: Pick<DataApi, 'read'>,
): Promise<readonly PublicJwk[]> {
  const keys = await runQuery(dataApi.read, listPublicSigningKeys());
  return keys.map(({ keyId: kid, jwk }) => ({
    ...jwk,
    kid,
    alg: signingAlgorithm,
    use: 'sig',
  }));
}

const keyCache = oncePerProcess(() => new Map<string, CryptoKey>());

/**
 * Finds a public key, with one Data API call if it is not cached. A cached key may have been removed in the meantime. The statement that
 * reads the data checks this.
 * @returns undefined if there is no such key
 */
export async function findPublicKey(
  dataApi: Pick<DataApi, 'read'>,
  keyId: string,
): Promise<CryptoKey | undefined> {
  const cached = keyCache().get(keyId);
  if (cached !== undefined) return cached;
  for (const key of await readPublicKeys(dataApi)) {
    const cryptoKey = await importJWK(key, signingAlgorithm);
    if (!(cryptoKey instanceof Uint8Array)) keyCache().set(key.kid, cryptoKey);
  }
  return keyCache().get(keyId);
}
