import { pbkdf2, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

import { parsePhc } from './argon2.ts';
import { decodeBase64 } from './base64.ts';
import { costlyHash, malformedHash, type StoredHash, type UnsupportedHash } from './hash-kinds.ts';

/**
 * Creates the StoredHash for a hash of Django.
 * @param hashPassword hashes a password with the parameters and salt of the stored hash
 */
function toDjangoHash(tag: Buffer, hashPassword: StoredHash['hashPassword']): StoredHash {
  return { kind: 'hash', writtenBy: 'django', tag, isStrong: false, hashPassword };
}

/**
 * Parses a hash of Django's Argon2PasswordHasher: a PHC string after the name of the hasher,
 * `argon2$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
 */
export function parseDjangoArgon2(text: string): StoredHash | UnsupportedHash {
  const hash = parsePhc(text.slice('argon2'.length));
  return hash.kind === 'unsupported' ? hash : toDjangoHash(hash.tag, hash.hashPassword);
}

const deriveByPbkdf2 = promisify(pbkdf2);
const pbkdf2Pattern = /^pbkdf2_sha256\$([1-9]\d*)\$([^$]{1,256})\$([^$]+)$/;

/** Django stores all bytes of the hash. */
const sha256Length = 32;

/** Django 5.2 uses a million iterations, and each version more than the one before. */
const iterationLimit = 10_000_000;

/**
 * Parses a hash of Django's PBKDF2PasswordHasher: `pbkdf2_sha256$iterations$salt$tag`, with the tag in base64. The salt is used as UTF-8
 * text, even if it looks like base64.
 * Source: RFC 8018, section 5.2, with HMAC-SHA-256.
 */
export function parseDjangoPbkdf2(text: string): StoredHash | UnsupportedHash {
  const [, iterationText, salt, tagText = ''] = pbkdf2Pattern.exec(text) ?? [];
  const tag = decodeBase64(tagText, 'padded');
  if (salt === undefined || tag?.length !== sha256Length) return malformedHash;
  const iterations = Number(iterationText);
  if (iterations > iterationLimit) return costlyHash;
  return toDjangoHash(tag, (password) =>
    deriveByPbkdf2(password, salt, iterations, sha256Length, 'sha256'),
  );
}

const deriveByScrypt = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);
const scryptPattern = /^scrypt\$([1-9]\d*)\$([^$]{1,256})\$([1-9]\d*)\$([1-9]\d*)\$([^$]+)$/;

/** Bytes that one hash may use: a quarter of the memory of a function. */
const memoryLimit = 256 * 1024 * 1024;

/** The limit of N times r times p, to which the time is proportional. It is about 13 times the product of Django's default parameters. */
const workLimit = 2 ** 23;

/**
 * Parses a hash of Django's ScryptPasswordHasher: `scrypt$N$salt$r$p$tag`, with the tag in base64. The salt is used as UTF-8 text.
 * Source: RFC 7914, section 2.
 */
export function parseDjangoScrypt(text: string): StoredHash | UnsupportedHash {
  const [, n, salt, r, p, tagText = ''] = scryptPattern.exec(text) ?? [];
  const tag = decodeBase64(tagText, 'padded');
  if (salt === undefined || tag === null) return malformedHash;
  const [cost, blockSize, parallelization] = [Number(n), Number(r), Number(p)];
  // The bytes that OpenSSL uses: a block for each lane, and N + 2 blocks to mix them.
  const maxmem = 128 * blockSize * (cost + 2 + parallelization);
  if (maxmem > memoryLimit || cost * blockSize * parallelization > workLimit) return costlyHash;
  const isPowerOfTwo = cost > 1 && Number.isInteger(Math.log2(cost));
  // With a tag shorter than 16 bytes, different passwords can have the same tag.
  const hasValidLength = tag.length >= 16 && tag.length <= 128;
  if (!hasValidLength || !isPowerOfTwo || cost >= 2 ** (16 * blockSize)) return malformedHash;
  const options = { cost, blockSize, parallelization, maxmem };
  return toDjangoHash(tag, (password) => deriveByScrypt(password, salt, tag.length, options));
}
