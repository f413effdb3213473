import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hashPassword, PasswordNotHashable } from '../../../../lib/identity/passwords/hash.ts';
import { normalizePassword } from '../../../../lib/identity/passwords/password-text.ts';
import { verifyPassword } from '../../../../lib/identity/passwords/verify.ts';

const anyPassword = fc.string({ unit: 'binary', maxLength: 60 });

describe('a new hash', () => {
  it('is a PHC string of Argon2id with a salt of 16 bytes and a tag of 32', async () => {
    expect(await hashPassword('correct horse battery staple')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/,
    );
  });

  it('differs each time, even for the same password', async () => {
    expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'));
  });

  it('is verified by its password, which may have any characters', async () => {
    await fc.assert(
      fc.asyncProperty(anyPassword, async (password) => {
        expect(await verifyPassword(password, await hashPassword(password))).toBe('right');
      }),
      { numRuns: 15 },
    );
  });

  it('is not verified by any other password', async () => {
    await fc.assert(
      fc.asyncProperty(anyPassword, anyPassword, async (password, otherPassword) => {
        fc.pre(normalizePassword(password) !== normalizePassword(otherPassword));
        expect(await verifyPassword(otherPassword, await hashPassword(password))).toBe('wrong');
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['in another letter case', 'Winchester'],
    ['with a space at its end', 'winchester '],
    ['with a zero at its end', 'winchester\0'],
    ['without its last letter', 'wincheste'],
    ['that is empty', ''],
  ])('is not verified by the password %s', async (_, otherPassword) => {
    expect(await verifyPassword(otherPassword, await hashPassword('winchester'))).toBe('wrong');
  });

  it('is verified by another Unicode form of its password', async () => {
    const storedHash = await hashPassword('église d\u00e9compos\u00e9e');
    expect(await verifyPassword('e\u0301glise de\u0301compose\u0301e', storedHash)).toBe('right');
  });

  it('is verified by its password with another kind of space', async () => {
    const storedHash = await hashPassword('no\u00a0break');
    expect(await verifyPassword('no break', storedHash)).toBe('right');
  });

  it('depends on every byte of a long password', async () => {
    const longPassword = 'x'.repeat(4096);
    const storedHash = await hashPassword(longPassword);
    expect(await verifyPassword(longPassword, storedHash)).toBe('right');
    expect(await verifyPassword(`${longPassword.slice(1)}y`, storedHash)).toBe('wrong');
  });

  it.each([
    ['over 4096 bytes', 'é'.repeat(2049)],
    ['with a lone surrogate', 'torii \ud83d'],
  ])('is refused for a password %s, which could never be verified', async (_, password) => {
    await expect(hashPassword(password)).rejects.toThrow(PasswordNotHashable);
    await expect(hashPassword(password)).rejects.not.toThrow(password);
  });
});
