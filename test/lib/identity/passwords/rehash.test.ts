import { describe, expect, it } from 'vitest';

import { decoyHash, hashPassword, needsRehash } from '../../../../lib/identity/passwords/hash.ts';
import {
  argon2Hashes,
  otherHashes,
  pbkdf2Hashes,
  plainPhc,
  scryptHashes,
  unknownHashes,
  unusable,
} from './hashes.ts';

const salt = 'YWJjZGVmZ2hpamtsbW5vcA';
const tag = 'A'.repeat(43);

describe('a password is hashed anew', () => {
  it('unless its hash is a new one', async () => {
    expect(needsRehash(await hashPassword('correct horse battery staple'))).toBe(false);
    expect(needsRehash(plainPhc.stored)).toBe(false);
    expect(needsRehash(decoyHash)).toBe(false);
  });

  it.each([
    ['memory', `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${tag}`],
    ['passes', `$argon2id$v=19$m=19456,t=3,p=1$${salt}$${tag}`],
    ['lanes', `$argon2id$v=19$m=19456,t=2,p=4$${salt}$${tag}`],
    ['bytes of tag', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(86)}`],
  ])('unless its hash has more %s', (_, stored) => {
    expect(needsRehash(stored)).toBe(false);
  });

  it('when Django made its hash, even by an Argon2id that is stronger', () => {
    for (const { stored } of argon2Hashes) expect(needsRehash(stored)).toBe(true);
  });

  it.each([
    ['memory', `$argon2id$v=19$m=19455,t=2,p=1$${salt}$${tag}`],
    ['passes, however much memory', `$argon2id$v=19$m=65536,t=1,p=1$${salt}$${tag}`],
    ['bytes of salt', `$argon2id$v=19$m=19456,t=2,p=1$YWJjZGVmZ2hpamtsbW5v$${tag}`],
    ['bytes of tag', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(22)}`],
  ])('when its hash has fewer %s', (_, stored) => {
    expect(needsRehash(stored)).toBe(true);
  });

  it.each(['argon2i', 'argon2d'])('when its hash is by %s', (algorithm) => {
    expect(needsRehash(`$${algorithm}$v=19$m=65536,t=3,p=1$${salt}$${tag}`)).toBe(true);
  });

  it('when its hash is by PBKDF2 or scrypt, or from an old Django', () => {
    const made = [...pbkdf2Hashes, ...scryptHashes, ...Object.values(otherHashes)];
    for (const { stored } of made) expect(needsRehash(stored)).toBe(true);
  });

  it('when nobody could sign in with what is stored', () => {
    const others = [null, '', unusable, 'garbage', ...Object.values(unknownHashes)];
    for (const stored of others) expect(needsRehash(stored)).toBe(true);
  });
});
