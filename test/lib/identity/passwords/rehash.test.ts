import { describe, expect, it } from 'vitest';

import { decoyHash, hashPassword, needsRehash } from '../../../../lib/identity/passwords/hash.ts';
import {
  argon2Hashes,
  otherHashes,
  pbkdf2Hashes,
  argon2CffiHash,
  scryptHashes,
  unknownHashes,
  unusableHash,
} from './hashes.ts';

const salt = 'YWJjZGVmZ2hpamtsbW5vcA';
const tag = 'A'.repeat(43);

describe('a password', () => {
  it('is not hashed again if its hash has the current parameters', async () => {
    expect(needsRehash(await hashPassword('correct horse battery staple'))).toBe(false);
    expect(needsRehash(argon2CffiHash.storedHash)).toBe(false);
    expect(needsRehash(decoyHash)).toBe(false);
  });

  it.each([
    ['more memory', `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${tag}`],
    ['more passes', `$argon2id$v=19$m=19456,t=3,p=1$${salt}$${tag}`],
    ['more lanes', `$argon2id$v=19$m=19456,t=2,p=4$${salt}$${tag}`],
    ['a longer tag', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(86)}`],
  ])('is not hashed again if its hash has %s', (_, storedHash) => {
    expect(needsRehash(storedHash)).toBe(false);
  });

  it('is hashed again if Django made its hash, even by Argon2id with stronger parameters', () => {
    for (const { storedHash } of argon2Hashes) expect(needsRehash(storedHash)).toBe(true);
  });

  it.each([
    ['less memory', `$argon2id$v=19$m=19455,t=2,p=1$${salt}$${tag}`],
    ['fewer passes, even with more memory', `$argon2id$v=19$m=65536,t=1,p=1$${salt}$${tag}`],
    ['a shorter salt', `$argon2id$v=19$m=19456,t=2,p=1$YWJjZGVmZ2hpamtsbW5v$${tag}`],
    ['a shorter tag', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(22)}`],
  ])('is hashed again if its hash has %s', (_, storedHash) => {
    expect(needsRehash(storedHash)).toBe(true);
  });

  it.each(['argon2i', 'argon2d'])('is hashed again if its hash uses %s', (algorithm) => {
    expect(needsRehash(`$${algorithm}$v=19$m=65536,t=3,p=1$${salt}$${tag}`)).toBe(true);
  });

  it('is hashed again if Django made its hash with PBKDF2, scrypt or non-default parameters', () => {
    const djangoHashes = [...pbkdf2Hashes, ...scryptHashes, ...Object.values(otherHashes)];
    for (const { storedHash } of djangoHashes) expect(needsRehash(storedHash)).toBe(true);
  });

  it('is hashed again if the stored text is not a usable hash', () => {
    const unusableTexts = [null, '', unusableHash, 'garbage', ...Object.values(unknownHashes)];
    for (const storedHash of unusableTexts) expect(needsRehash(storedHash)).toBe(true);
  });
});
