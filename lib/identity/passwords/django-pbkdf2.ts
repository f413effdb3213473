import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

import { readBase64 } from './base64.ts';
import { costlyHash, malformedHash, type UnsupportedHash } from './unsupported.ts';

const derive = promisify(pbkdf2);

/** A password hashed by Django's PBKDF2PasswordHasher: PBKDF2 (RFC 8018, section 5.2) with HMAC-SHA-256. */
export type Pbkdf2Hash = {
  readonly kind: 'pbkdf2';
  readonly writtenBy: 'django';
  readonly iterations: number;
  /** Its UTF-8 is the salt, whatever alphabet it looks like. */
  readonly salt: string;
  readonly tag: Buffer;
};

const PBKDF2 = /^pbkdf2_sha256\$([1-9]\d*)\$([^$]{1,256})\$([^$]+)$/;

/** Bytes of a SHA-256, of which Django keeps all. */
const tagLength = 32;

/** Django 5.2 takes a million; each version takes more. */
const iterationLimit = 10_000_000;

/** Reads `pbkdf2_sha256$iterations$salt$tag`, with the tag in base64. */
export function readDjangoPbkdf2(text: string): Pbkdf2Hash | UnsupportedHash {
  const [, iterations, salt, tagText = ''] = PBKDF2.exec(text) ?? [];
  const tag = readBase64(tagText, 'padded');
  if (salt === undefined || tag?.length !== tagLength) return malformedHash;
  if (Number(iterations) > iterationLimit) return costlyHash;
  return { kind: 'pbkdf2', writtenBy: 'django', iterations: Number(iterations), salt, tag };
}

/**
 * Hashes a password as the one was of which `hash` is the result.
 * @returns the tag
 */
export async function pbkdf2Tag(password: string, hash: Pbkdf2Hash): Promise<Buffer> {
  return await derive(password, hash.salt, hash.iterations, hash.tag.length, 'sha256');
}
