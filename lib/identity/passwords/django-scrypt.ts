import { scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

import { readBase64 } from './base64.ts';
import { costlyHash, malformedHash, type UnsupportedHash } from './unsupported.ts';

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** How a hash by scrypt is made, in the words of RFC 7914, section 2. */
type ScryptParameters = {
  /** N, a power of two. */
  readonly cost: number;
  /** r, in units of 128 bytes. */
  readonly blockSize: number;
  /** p. */
  readonly parallelization: number;
};

/** A password hashed by Django's ScryptPasswordHasher. */
export type ScryptHash = ScryptParameters & {
  readonly kind: 'scrypt';
  readonly writtenBy: 'django';
  /** Its UTF-8 is the salt, whatever alphabet it looks like. */
  readonly salt: string;
  readonly tag: Buffer;
};

const SCRYPT = /^scrypt\$([1-9]\d*)\$([^$]{1,256})\$([1-9]\d*)\$([1-9]\d*)\$([^$]+)$/;

/** Bytes that one hash may take: a quarter of the memory of a function. */
const memoryLimit = 256 * 1024 * 1024;

/** N times r times p, to which the time is proportional: some 13 times what Django takes. */
const workLimit = 2 ** 23;

/** Reads `scrypt$N$salt$r$p$tag`, with the tag in base64. */
export function readDjangoScrypt(text: string): ScryptHash | UnsupportedHash {
  const [, cost, salt, blockSize, parallelization, tagText = ''] = SCRYPT.exec(text) ?? [];
  const tag = readBase64(tagText, 'padded');
  if (salt === undefined || tag === null) return malformedHash;
  const hash: ScryptHash = {
    kind: 'scrypt',
    writtenBy: 'django',
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt,
    tag,
  };
  if (!isAffordable(hash)) return costlyHash;
  return isScrypt(hash) ? hash : malformedHash;
}

/**
 * Hashes a password as the one was of which `hash` is the result.
 * @returns the tag
 */
export async function scryptTag(password: string, hash: ScryptHash): Promise<Buffer> {
  return await derive(password, hash.salt, hash.tag.length, {
    cost: hash.cost,
    blockSize: hash.blockSize,
    parallelization: hash.parallelization,
    maxmem: memory(hash),
  });
}

/** Bytes that OpenSSL takes: a block for each lane, and N + 2 blocks to mix them. */
function memory({ cost, blockSize, parallelization }: ScryptParameters): number {
  return 128 * blockSize * (cost + 2 + parallelization);
}

function isAffordable(parameters: ScryptParameters): boolean {
  const { cost, blockSize, parallelization } = parameters;
  return memory(parameters) <= memoryLimit && cost * blockSize * parallelization <= workLimit;
}

/** RFC 7914, section 2. The tag has 16 bytes at least: a shorter one might be that of another password too. */
function isScrypt({ cost, blockSize, tag }: ScryptHash): boolean {
  const isPowerOfTwo = cost > 1 && Number.isInteger(Math.log2(cost));
  const fits = tag.length >= 16 && tag.length <= 128;
  return fits && isPowerOfTwo && cost < 2 ** (16 * blockSize);
}
