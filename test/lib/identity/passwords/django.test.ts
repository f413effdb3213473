import { describe, expect, it } from 'vitest';

import { verifyPassword } from '../../../../lib/identity/passwords/verify.ts';
import { argon2Hashes, otherHashes, pbkdf2Hashes, argon2CffiHash, scryptHashes } from './hashes.ts';

describe.each([
  ['PBKDF2', pbkdf2Hashes],
  ['Argon2', argon2Hashes],
  ['scrypt', scryptHashes],
])('a hash that Django made by %s', (_, hashes) => {
  it.each(hashes)('is verified by its password: $password', async ({ password, storedHash }) => {
    expect(await verifyPassword(password, storedHash)).toBe('right');
  });

  it('is not verified by its password with an additional space', async () => {
    for (const { password, storedHash } of hashes.slice(0, 2)) {
      expect(await verifyPassword(`${password} `, storedHash)).toBe('wrong');
    }
  });

  it('is not verified by another Unicode form of its password, as in Django', async () => {
    const decomposed = hashes.filter(({ password }) => password !== password.normalize('NFC'));
    expect(decomposed).toHaveLength(1);
    for (const { password, storedHash } of decomposed) {
      expect(await verifyPassword(password.normalize('NFC'), storedHash)).toBe('wrong');
    }
  });
});

describe('a hash with other parameters', () => {
  it.each(Object.entries(otherHashes))(
    'is verified by its password: %s',
    async (_, { password, storedHash }) => {
      expect(await verifyPassword(password, storedHash)).toBe('right');
      expect(await verifyPassword(password.toUpperCase(), storedHash)).toBe('wrong');
    },
  );

  it('is verified if it is a PHC string of the reference implementation of Argon2', async () => {
    expect(await verifyPassword(argon2CffiHash.password, argon2CffiHash.storedHash)).toBe('right');
    expect(await verifyPassword('another password', argon2CffiHash.storedHash)).toBe('wrong');
  });
});
