import { pbkdf2Sync } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { decoyHash, hashPassword } from '../../../../lib/identity/passwords/hash.ts';
import { findUnsupportedReason } from '../../../../lib/identity/passwords/stored-hash.ts';
import { verifyPassword, type Verdict } from '../../../../lib/identity/passwords/verify.ts';
import {
  argon2Hashes,
  otherHashes,
  argon2CffiHash,
  unknownHashes,
  unusableHash,
} from './hashes.ts';

const password = 'correct horse battery staple';
const salt = 'YWJjZGVmZ2hpamtsbW5vcA';
const tag = 'A'.repeat(43);
const paddedTag = `${tag}=`;

const malformedHashes: readonly string[] = [
  '$argon2',
  '$argon2id$',
  `$argon2x$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
  `$argon2id$m=19456,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$t=2,m=19456,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=0,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=-8,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=1e3,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=019456,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=19456,t=2,p=0$${salt}$${tag}`,
  `$argon2id$v=19$m=15,t=2,p=2$${salt}$${tag}`,
  `$argon2id$v=19$m=19456,t=2,p=1$$${tag}`,
  `$argon2id$v=19$m=19456,t=2,p=1$YWJjZA$${tag}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$AAAA`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${paddedTag}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}\n`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(42)}B`,
  `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}$more`,
  'argon2$',
  `argon2$$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`,
  'pbkdf2_sha256$',
  `pbkdf2_sha256$0$salt$${paddedTag}`,
  `pbkdf2_sha256$1.5$salt$${paddedTag}`,
  `pbkdf2_sha256$1000$$${paddedTag}`,
  'pbkdf2_sha256$1000$salt$',
  'pbkdf2_sha256$1000$salt$AAAA',
  `pbkdf2_sha256$1000$salt$${tag}`,
  `pbkdf2_sha256$1000$salt$${paddedTag}$more`,
  'scrypt$',
  `scrypt$1$salt$8$5$${paddedTag}`,
  `scrypt$1000$salt$8$5$${paddedTag}`,
  `scrypt$65536$salt$1$1$${paddedTag}`,
  `scrypt$1024$salt$0$5$${paddedTag}`,
  `scrypt$1024$salt$8$0$${paddedTag}`,
  'scrypt$1024$salt$8$5$AAAA',
  `scrypt$1024$salt$8$5$${'A'.repeat(176)}`,
  `scrypt$1024$8$5$salt$${paddedTag}`,
];

const costlyHashes: readonly string[] = [
  `$argon2id$v=19$m=262145,t=2,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=262144,t=5,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=1024,t=65,p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=8,t=${'9'.repeat(400)},p=1$${salt}$${tag}`,
  `$argon2id$v=19$m=1024,t=2,p=17$${salt}$${tag}`,
  `argon2$argon2id$v=19$m=9999999,t=2,p=8$${salt}$${tag}`,
  `pbkdf2_sha256$10000001$salt$${paddedTag}`,
  `pbkdf2_sha256$${'9'.repeat(400)}$salt$${paddedTag}`,
  `scrypt$262144$salt$8$1$${paddedTag}`,
  `scrypt$131072$salt$8$9$${paddedTag}`,
  `scrypt$2$salt$1$4194305$${paddedTag}`,
  `scrypt$16384$salt$8$${'9'.repeat(400)}$${paddedTag}`,
];

const hashesOfUnknownAlgorithms: readonly string[] = [
  ...Object.values(unknownHashes),
  password,
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '$2b$12$hm/yLwi4ScK0Q40Lg6h3WOX2HgPhudKXb7hiFWu3KMsZP1JbNHwf.',
  '$6$salt$hash',
  'ARGON2$argon2id$v=19$m=8,t=1,p=1$x$y',
  ' $argon2id$v=19$m=19456,t=2,p=1$',
  '$',
  '\0',
];

const missingHashes: readonly (string | null)[] = [
  null,
  '',
  '!',
  unusableHash,
  `!${argon2CffiHash.storedHash}`,
];

function hashLikeDjango(text: string): string {
  const bytes = pbkdf2Sync(text, 'salt', 1, 32, 'sha256');
  return `pbkdf2_sha256$1$salt$${bytes.toString('base64')}`;
}

/** Whether a verdict needs a hash. Hashing runs on another thread, so such a verdict is still pending after one turn of the event loop. */
async function needsHashing(verdict: Promise<Verdict>): Promise<boolean> {
  const isPending = await Promise.race([verdict.then(() => false), setImmediate(true)]);
  await verdict;
  return isPending;
}

describe('a stored hash', () => {
  it.each(malformedHashes)(
    'is refused as malformed if its algorithm would not write it in this form: %j',
    (storedHash) => {
      expect(findUnsupportedReason(storedHash)?.code).toBe('malformed_hash');
    },
  );

  it.each(costlyHashes)(
    'is refused as costly if it requires too much memory or time: %j',
    (storedHash) => {
      expect(findUnsupportedReason(storedHash)?.code).toBe('costly_hash');
    },
  );

  it.each(hashesOfUnknownAlgorithms)(
    'is refused as unknown if its algorithm is not supported: %j',
    (storedHash) => {
      expect(findUnsupportedReason(storedHash)?.code).toBe('unknown_hash');
    },
  );

  it.each(missingHashes)(
    'is refused with no_password if it is missing or marked as unusable: %j',
    (storedHash) => {
      expect(findUnsupportedReason(storedHash)?.code).toBe('no_password');
    },
  );

  it('is accepted if passwords can be verified with it', () => {
    const usableHashes = [argon2CffiHash, ...argon2Hashes, ...Object.values(otherHashes)];
    for (const { storedHash } of usableHashes) expect(findUnsupportedReason(storedHash)).toBeNull();
  });

  it('is accepted if its cost is exactly at the limits', () => {
    for (const storedHash of [
      `$argon2id$v=19$m=262144,t=4,p=16$${salt}$${tag}`,
      `$argon2id$v=19$m=16384,t=64,p=1$${salt}$${tag}`,
      `pbkdf2_sha256$10000000$salt$${paddedTag}`,
      `scrypt$131072$salt$8$8$${paddedTag}`,
    ])
      expect(findUnsupportedReason(storedHash)).toBeNull();
  });
});

describe('a password', () => {
  it('is wrong if the stored hash is refused', async () => {
    const accepted: (string | null)[] = [];
    for (const storedHash of [
      ...malformedHashes,
      ...costlyHashes,
      ...hashesOfUnknownAlgorithms,
      ...missingHashes,
    ]) {
      if ((await verifyPassword(password, storedHash)) !== 'wrong') accepted.push(storedHash);
    }
    expect(accepted).toEqual([]);
  });

  it('is compared with hashes that have the smallest parameters of their algorithm', async () => {
    for (const storedHash of [
      `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`,
      `$argon2d$v=19$m=128,t=1,p=16$YWJjZGVmZ2g$${'A'.repeat(22)}`,
      `pbkdf2_sha256$1$s$${paddedTag}`,
      `scrypt$2$s$1$1$${paddedTag}`,
      `scrypt$32768$s$1$1$${paddedTag}`,
    ]) {
      expect(findUnsupportedReason(storedHash)).toBeNull();
      expect(await verifyPassword(password, storedHash)).toBe('wrong');
    }
  });

  it('is wrong if one character of its hash was changed', async () => {
    const accepted: string[] = [];
    for (const { storedHash } of [argon2CffiHash, ...Object.values(otherHashes)]) {
      for (let index = storedHash.lastIndexOf('$') + 1; index < storedHash.length; index += 9) {
        const newCharacter = storedHash[index] === 'A' ? 'B' : 'A';
        const tampered = storedHash.slice(0, index) + newCharacter + storedHash.slice(index + 1);
        if ((await verifyPassword(password, tampered)) !== 'wrong') accepted.push(tampered);
      }
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['other memory', 'm=19456', 'm=19457'],
    ['other passes', 't=2', 't=3'],
    ['another number of lanes', 'p=1', 'p=2'],
    ['another variant', 'argon2id', 'argon2i'],
    ['another salt', 'BFoZi7', 'BFoZi8'],
  ])('is wrong if its hash was changed to have %s', async (_, from, to) => {
    expect(argon2CffiHash.storedHash).toContain(from);
    expect(await verifyPassword(password, argon2CffiHash.storedHash.replace(from, to))).toBe(
      'wrong',
    );
  });

  it('is wrong if the tag of its hash was truncated', async () => {
    const truncatedHash = argon2CffiHash.storedHash.slice(
      0,
      argon2CffiHash.storedHash.lastIndexOf('$') + 1 + 4,
    );
    expect(await verifyPassword(password, truncatedHash)).toBe('wrong');
  });

  it('is wrong if it has more than 4096 bytes, even if the hash was made from it', async () => {
    const [longest, tooLong] = ['é'.repeat(2048), 'é'.repeat(2049)];
    expect(await verifyPassword(longest, hashLikeDjango(longest))).toBe('right');
    expect(await verifyPassword(tooLong, hashLikeDjango(tooLong))).toBe('wrong');
  });

  it('is not hashed if it has more than 4096 bytes', async () => {
    expect(await needsHashing(verifyPassword('x'.repeat(4097), argon2CffiHash.storedHash))).toBe(
      false,
    );
  });

  it('is hashed even if no usable hash is stored, so that the answer takes the same time', async () => {
    for (const storedHash of [null, unusableHash, ...Object.values(unknownHashes)]) {
      expect(await needsHashing(verifyPassword(password, storedHash))).toBe(true);
    }
  });

  it('is wrong with a lone surrogate, which UTF-8 would replace', async () => {
    const storedHash = await hashPassword('torii \ufffd');
    expect(await verifyPassword('torii \ud83d', storedHash)).toBe('wrong');
  });
});

describe('the decoy hash', () => {
  it('has the form of a new hash', () => {
    expect(findUnsupportedReason(decoyHash)).toBeNull();
    expect(decoyHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$A{22}\$A{43}$/);
  });

  it('is not verified by any password', async () => {
    for (const guess of ['', '\0', 'decoy', password]) {
      expect(await verifyPassword(guess, decoyHash)).toBe('wrong');
    }
  });
});
