import { argon2Algorithms, isAffordableArgon2, isArgon2, type Argon2Hash } from './argon2.ts';
import { readBase64, writeBase64 } from './base64.ts';
import { costlyHash, malformedHash, type UnsupportedHash } from './unsupported.ts';

declare const brand: unique symbol;

/** A hashed password as this service writes it: a PHC string of Argon2id. */
export type PasswordHash = string & { readonly [brand]: 'password hash' };

const PHC =
  /^\$(argon2\w+)\$v=19\$m=([1-9]\d*),t=([1-9]\d*),p=([1-9]\d*)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

/**
 * Reads a PHC string of Argon2 in its version 1.3, the only one of RFC 9106.
 * Source: PHC string format, https://github.com/P-H-C/phc-string-format.
 */
export function readPhc(text: string): Argon2Hash | UnsupportedHash {
  const [, name, memory, passes, parallelism, saltText = '', tagText = ''] = PHC.exec(text) ?? [];
  const algorithm = argon2Algorithms.find((one) => one === name);
  const salt = readBase64(saltText, 'unpadded');
  const tag = readBase64(tagText, 'unpadded');
  if (algorithm === undefined || salt === null || tag === null) return malformedHash;
  const hash: Argon2Hash = {
    kind: 'argon2',
    writtenBy: 'service',
    algorithm,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt,
    tag,
  };
  if (!isArgon2(hash)) return malformedHash;
  return isAffordableArgon2(hash) ? hash : costlyHash;
}

/** Writes a hash as a PHC string, as `readPhc` reads it. */
export function writePhc(hash: Omit<Argon2Hash, 'kind' | 'writtenBy'>): PasswordHash {
  const { algorithm, memory, passes, parallelism } = hash;
  const salt = writeBase64(hash.salt, 'unpadded');
  const tag = writeBase64(hash.tag, 'unpadded');
  const parameters = `m=${memory},t=${passes},p=${parallelism}`;
  return `$${algorithm}$v=19$${parameters}$${salt}$${tag}` as PasswordHash;
}
