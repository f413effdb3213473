import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

import type { PrivateJwk } from '../../../lib/identity/signing-key.ts';
import { createCallerWithToken, type RouteCaller } from './caller.ts';

type TokenParts = {
  readonly payload: JWTPayload;
  readonly header: JWTHeaderParameters;
  readonly key: CryptoKey | Uint8Array;
};

const encodePart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const signParts = ({ payload, header, key }: TokenParts): Promise<string> =>
  new SignJWT(payload).setProtectedHeader(header).sign(key);

/** Writes the public key in two forms, which a careless service would accept as an HMAC secret. */
async function writePublicKey({ kty, crv, x, y }: PrivateJwk): Promise<readonly string[]> {
  const key = await importJWK({ kty, crv, x, y }, 'ES256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('The public key is not a CryptoKey.');
  return [await exportSPKI(key), JSON.stringify({ kty, crv, x, y })];
}

/**
 * Callers with invalid tokens. Each token has a single fault.
 * @param validToken a token of the service
 * @param jwk the private key of the service
 */
export async function createForgedCallers(
  validToken: string,
  jwk: PrivateJwk,
): Promise<readonly RouteCaller[]> {
  const payload = decodeJwt(validToken);
  const key = await importJWK(jwk, 'ES256');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: jwk.kid };
  const now = Math.floor(Date.now() / 1000);
  const validParts: TokenParts = { payload, header, key };
  const callers: RouteCaller[] = [];
  const add = (name: string, token: string, callsForKey = 0): void => {
    callers.push({ ...createCallerWithToken(name, 'an invalid token', token), callsForKey });
  };
  const addWithClaims = async (
    name: string,
    changedClaims: Readonly<Record<string, unknown>>,
  ): Promise<void> =>
    add(name, await signParts({ ...validParts, payload: { ...payload, ...changedClaims } }));

  await addWithClaims('expired', { iat: now - 120, exp: now - 60 });
  await addWithClaims('not valid yet', { nbf: now + 3600 });
  await addWithClaims('issuer of another service', { iss: 'https://other.example' });
  await addWithClaims('audience of another service', { aud: 'https://other.example' });
  await addWithClaims('unknown scope', { scope: 'everything' });
  await addWithClaims('no scope', { scope: '' });
  await addWithClaims('subject that is no account', { sub: 'administrator' });
  await addWithClaims('no family', { token_family: undefined });
  await addWithClaims('no id', { jti: undefined });
  await addWithClaims('no time of expiry', { exp: undefined });

  const { alg, kid } = header;
  add('no type', await signParts({ ...validParts, header: { alg, kid } }));
  add('type JWT', await signParts({ ...validParts, header: { ...header, typ: 'JWT' } }));
  add('no key id', await signParts({ ...validParts, header: { alg, typ: 'at+jwt' } }));
  add(
    'unknown key id',
    await signParts({ ...validParts, header: { ...header, kid: 'unknown' } }),
    1,
  );

  const [head = '', body = '', signature = ''] = validToken.split('.');
  const changedLetter = signature.startsWith('A') ? 'B' : 'A';
  add('changed signature', `${head}.${body}.${changedLetter}${signature.slice(1)}`);
  add('no signature', `${head}.${body}.`);
  add('changed subject', `${head}.${encodePart({ ...payload, sub: '1' })}.${signature}`);
  add('cut off', validToken.slice(0, -8));

  for (const name of ['none', 'None']) {
    add(`algorithm ${name}`, `${encodePart({ ...header, alg: name })}.${body}.`);
    add(
      `algorithm ${name}, with a signature`,
      `${encodePart({ ...header, alg: name })}.${body}.${signature}`,
    );
  }
  for (const text of await writePublicKey(jwk)) {
    const hmac = { header: { ...header, alg: 'HS256' }, key: Buffer.from(text) };
    add('HS256 with the public key as its secret', await signParts({ ...validParts, ...hmac }));
  }
  const largerKey = await generateKeyPair('ES384');
  const es384 = { header: { ...header, alg: 'ES384' }, key: largerKey.privateKey };
  add('ES384', await signParts({ ...validParts, ...es384 }));

  const otherKey = await generateKeyPair('ES256', { extractable: true });
  const otherJwk = await exportJWK(otherKey.publicKey);
  add(
    'another key under the key id of the service',
    await signParts({ ...validParts, key: otherKey.privateKey }),
  );
  add(
    'another key in the header of the token',
    await signParts({
      ...validParts,
      key: otherKey.privateKey,
      header: { ...header, jwk: otherJwk },
    }),
  );
  const headerOfOtherKey = { ...header, kid: await calculateJwkThumbprint(otherJwk) };
  add(
    'another key under its own id',
    await signParts({ ...validParts, key: otherKey.privateKey, header: headerOfOtherKey }),
    1,
  );
  return callers;
}

/**
 * Callers whose header does not have exactly one bearer token.
 * @param validToken a token of the service
 */
export function createMalformedCallers(validToken: string): readonly RouteCaller[] {
  const headers = {
    garbage: 'Bearer abc',
    'an empty header': '',
    'a scheme without a token': 'Bearer',
    'a token without a scheme': validToken,
    'another scheme': `Token ${validToken}`,
    'the scheme Basic': `Basic ${Buffer.from('reader:password').toString('base64')}`,
    'two tokens': `Bearer ${validToken}, Bearer ${validToken}`,
    'two words': `Bearer ${validToken} ${validToken}`,
    'a token in quotes': `Bearer "${validToken}"`,
  };
  return Object.entries(headers).map(([name, credentials]) => ({
    name,
    tokenKind: 'an invalid token',
    credentials,
  }));
}
