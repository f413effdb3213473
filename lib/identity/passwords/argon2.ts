import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

import { decodeBase64, encodeBase64 } from './base64.ts';
import { costlyHash, malformedHash, type StoredHash, type UnsupportedHash } from './hash-kinds.ts';

declare const brand: unique symbol;

/** A hash that this service made: a PHC string of Argon2id. */
export type PasswordHash = string & { readonly [brand]: 'password hash' };

const deriveByArgon2 = promisify(argon2);

/** The variants of Argon2 (RFC 9106, section 1). */
const algorithms = ['argon2id', 'argon2i', 'argon2d'] as const;

/** The cost parameters of Argon2. */
type Argon2Parameters = {
  readonly algorithm: (typeof algorithms)[number];
  /** Kibibytes. */
  readonly memory: number;
  readonly passes: number;
  /** Lanes, which share the memory. */
  readonly parallelism: number;
};

/** The parameters of new hashes (OWASP Password Storage Cheat Sheet, Argon2id). */
export const currentParameters: Argon2Parameters = {
  algorithm: 'argon2id',
  memory: 19_456,
  passes: 2,
  parallelism: 1,
};

/** Bytes of the salt and of the tag of new hashes (RFC 9106, section 4). */
export const saltLength = 16;
export const tagLength = 32;

/** Kibibytes that one hash may use: a quarter of the memory of a function. */
const memoryLimit = 256 * 1024;

/** The limit of kibibytes times passes, to which the time is proportional. At the limit, hashing takes about 27 times as long as usual. */
const workLimit = 1024 * 1024;

/** OpenSSL starts a thread for each lane four times per pass. Many threads take longer than the hashing itself. */
const passesLimit = 64;
const parallelismLimit = 16;

/** Whether hashing stays within the memory and time limits of a sign-in. */
function isAffordable({ memory, passes, parallelism }: Argon2Parameters): boolean {
  if (passes > passesLimit || parallelism > parallelismLimit) return false;
  return memory <= memoryLimit && memory * passes <= workLimit;
}

/**
 * Hashes a password as UTF-8.
 * @param length the length of the tag in bytes
 */
export async function hashWithArgon2(
  password: string,
  parameters: Argon2Parameters,
  salt: Buffer,
  length: number,
): Promise<Buffer> {
  const { algorithm, ...costs } = parameters;
  return deriveByArgon2(algorithm, { message: password, nonce: salt, tagLength: length, ...costs });
}

const phcPattern =
  /^\$(argon2\w+)\$v=19\$m=([1-9]\d*),t=([1-9]\d*),p=([1-9]\d*)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

/**
 * Parses a PHC string of Argon2 version 1.3, the only one in RFC 9106.
 * Source: PHC string format, https://github.com/P-H-C/phc-string-format; RFC 9106, section 3.1.
 */
export function parsePhc(text: string): StoredHash | UnsupportedHash {
  const [, name, memory, passes, parallelism, saltText = '', tagText = ''] =
    phcPattern.exec(text) ?? [];
  const algorithm = algorithms.find((candidate) => candidate === name);
  const salt = decodeBase64(saltText, 'unpadded');
  const tag = decodeBase64(tagText, 'unpadded');
  if (algorithm === undefined || salt === null || tag === null) return malformedHash;
  const parameters: Argon2Parameters = {
    algorithm,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  // With a tag shorter than 16 bytes, different passwords can have the same tag.
  const hasValidLengths =
    salt.length >= 8 && salt.length <= 64 && tag.length >= 16 && tag.length <= 64;
  if (!hasValidLengths || parameters.memory < 8 * parameters.parallelism) return malformedHash;
  if (!isAffordable(parameters)) return costlyHash;
  return {
    kind: 'hash',
    writtenBy: 'service',
    tag,
    isStrong:
      algorithm === currentParameters.algorithm &&
      parameters.memory >= currentParameters.memory &&
      parameters.passes >= currentParameters.passes &&
      salt.length >= saltLength &&
      tag.length >= tagLength,
    hashPassword: (password) => hashWithArgon2(password, parameters, salt, tag.length),
  };
}

/** Writes a new hash as a PHC string. */
export function formatPhc(salt: Buffer, tag: Buffer): PasswordHash {
  const { algorithm, memory, passes, parallelism } = currentParameters;
  const bytes = [salt, tag].map((part) => encodeBase64(part, 'unpadded')).join('$');
  return `$${algorithm}$v=19$m=${memory},t=${passes},p=${parallelism}$${bytes}` as PasswordHash;
}
