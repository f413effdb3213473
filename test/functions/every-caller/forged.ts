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
import { callerWithToken, type RouteCaller } from './caller.ts';

type Parts = {
  readonly payload: JWTPayload;
  readonly header: JWTHeaderParameters;
  readonly key: CryptoKey | Uint8Array;
};

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = ({ payload, header, key }: Parts): Promise<string> =>
  new SignJWT(payload).setProtectedHeader(header).sign(key);

/** The public key as texts, which a careless service would accept as an HMAC secret. */
async function publicKeyTexts({ kty, crv, x, y }: PrivateJwk): Promise<readonly string[]> {
  const key = await importJWK({ kty, crv, x, y }, 'ES256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('The public key is none.');
  return [await exportSPKI(key), JSON.stringify({ kty, crv, x, y })];
}

/**
 * Invalid tokens, each with a single fault.
 * @param good a token of the service
 * @param jwk the private key of the service
 */
export async function forgedCallers(
  good: string,
  jwk: PrivateJwk,
): Promise<readonly RouteCaller[]> {
  const payload = decodeJwt(good);
  const key = await importJWK(jwk, 'ES256');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: jwk.kid };
  const now = Math.floor(Date.now() / 1000);
  const right: Parts = { payload, header, key };
  const forged: RouteCaller[] = [];
  const add = (name: string, token: string, callsForKey = 0): void => {
    forged.push({ ...callerWithToken(name, 'a token that is not good', token), callsForKey });
  };
  const addWithClaims = async (
    name: string,
    changed: Readonly<Record<string, unknown>>,
  ): Promise<void> => add(name, await signed({ ...right, payload: { ...payload, ...changed } }));

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
  add('no type', await signed({ ...right, header: { alg, kid } }));
  add('type JWT', await signed({ ...right, header: { ...header, typ: 'JWT' } }));
  add('no key id', await signed({ ...right, header: { alg, typ: 'at+jwt' } }));
  add('unknown key id', await signed({ ...right, header: { ...header, kid: 'unknown' } }), 1);

  const [head = '', body = '', signature = ''] = good.split('.');
  const other = signature.startsWith('A') ? 'B' : 'A';
  add('changed signature', `${head}.${body}.${other}${signature.slice(1)}`);
  add('no signature', `${head}.${body}.`);
  add('changed subject', `${head}.${encoded({ ...payload, sub: '1' })}.${signature}`);
  add('cut off', good.slice(0, -8));

  for (const name of ['none', 'None']) {
    add(`algorithm ${name}`, `${encoded({ ...header, alg: name })}.${body}.`);
    add(
      `algorithm ${name}, with a signature`,
      `${encoded({ ...header, alg: name })}.${body}.${signature}`,
    );
  }
  for (const text of await publicKeyTexts(jwk)) {
    const hmac = { header: { ...header, alg: 'HS256' }, key: Buffer.from(text) };
    add('HS256 with the public key as its secret', await signed({ ...right, ...hmac }));
  }
  const larger = await generateKeyPair('ES384');
  const es384 = { header: { ...header, alg: 'ES384' }, key: larger.privateKey };
  add('ES384', await signed({ ...right, ...es384 }));

  const stranger = await generateKeyPair('ES256', { extractable: true });
  const strangerJwk = await exportJWK(stranger.publicKey);
  add('another key under the id of ours', await signed({ ...right, key: stranger.privateKey }));
  add(
    'another key that it brings along',
    await signed({ ...right, key: stranger.privateKey, header: { ...header, jwk: strangerJwk } }),
  );
  const itsOwn = { ...header, kid: await calculateJwkThumbprint(strangerJwk) };
  add(
    'another key under its own id',
    await signed({ ...right, key: stranger.privateKey, header: itsOwn }),
    1,
  );
  return forged;
}

/**
 * Headers without exactly one bearer token.
 * @param good a token of the service
 */
export function malformedCallers(good: string): readonly RouteCaller[] {
  const headers = {
    garbage: 'Bearer abc',
    'an empty header': '',
    'a scheme without a token': 'Bearer',
    'a token without a scheme': good,
    'another scheme': `Token ${good}`,
    'the scheme Basic': `Basic ${Buffer.from('reader:password').toString('base64')}`,
    'two tokens': `Bearer ${good}, Bearer ${good}`,
    'two words': `Bearer ${good} ${good}`,
    'a token in quotes': `Bearer "${good}"`,
  };
  return Object.entries(headers).map(([name, credentials]) => ({
    name,
    standing: 'a token that is not good',
    credentials,
  }));
}
