import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** The variants of Argon2 (RFC 9106, section 1). */
export const argon2Algorithms = ['argon2id', 'argon2i', 'argon2d'] as const;

/** How a hash by Argon2 is made, and so what it costs. */
export type Argon2Parameters = {
  readonly algorithm: (typeof argon2Algorithms)[number];
  /** Kibibytes. */
  readonly memory: number;
  readonly passes: number;
  /** Lanes, which share the memory. */
  readonly parallelism: number;
};

/** A password hashed by Argon2. */
export type Argon2Hash = Argon2Parameters & {
  readonly kind: 'argon2';
  readonly writtenBy: 'service' | 'django';
  readonly salt: Buffer;
  readonly tag: Buffer;
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

/** Kibibytes that one hash may take: a quarter of the memory of a function. */
const memoryLimit = 256 * 1024;

/** Kibibytes times passes, to which the time is proportional: some 27 times a new hash. */
const workLimit = 1024 * 1024;

/** OpenSSL starts a thread for each lane, four times a pass: many of both would take longer than the work itself. */
const passesLimit = 64;
const parallelismLimit = 16;

/**
 * Whether parameters, salt and tag can be those of a hash. The tag has 16 bytes at least: a shorter one
 * might be that of another password too.
 * Source: RFC 9106, section 3.1.
 */
export function isArgon2({ memory, parallelism, salt, tag }: Argon2Hash): boolean {
  const fits = salt.length >= 8 && salt.length <= 64 && tag.length >= 16 && tag.length <= 64;
  return fits && memory >= 8 * parallelism;
}

/** Whether hashing takes no more memory and time than a sign-in is given. */
export function isAffordableArgon2({ memory, passes, parallelism }: Argon2Parameters): boolean {
  if (passes > passesLimit || parallelism > parallelismLimit) return false;
  return memory <= memoryLimit && memory * passes <= workLimit;
}

/**
 * Hashes a password.
 * @param password its UTF-8 is hashed
 * @param length bytes of the tag
 * @returns the tag
 */
export async function argon2Tag(
  password: string,
  { algorithm, memory, passes, parallelism }: Argon2Parameters,
  salt: Buffer,
  length: number,
): Promise<Buffer> {
  return await derive(algorithm, {
    message: password,
    nonce: salt,
    tagLength: length,
    memory,
    passes,
    parallelism,
  });
}
