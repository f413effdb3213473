import { randomBytes } from 'node:crypto';

import {
  hashWithArgon2,
  currentParameters,
  saltLength,
  tagLength,
  formatPhc,
  type PasswordHash,
} from './argon2.ts';
import { isHashable, normalizePassword } from './password-text.ts';
import { parseStoredHash } from './stored-hash.ts';

/** The password cannot be hashed, because verifyPassword would never accept it. */
export class PasswordNotHashable extends Error {
  readonly code = 'password_not_hashable';

  constructor() {
    super('This password cannot be hashed. Check it with checkNewPassword first.');
  }
}

/**
 * Hashes a password with Argon2id and a new salt. It does not apply checkNewPassword, because existing passwords are rehashed too.
 * @param password any Unicode text of at most 4096 bytes of UTF-8
 * @returns a PHC string
 * @throws PasswordNotHashable if the password is not well-formed Unicode or is longer
 */
export async function hashPassword(password: string): Promise<PasswordHash> {
  if (!isHashable(password)) throw new PasswordNotHashable();
  const salt = randomBytes(saltLength);
  const tag = await hashWithArgon2(normalizePassword(password), currentParameters, salt, tagLength);
  return formatPhc(salt, tag);
}

/**
 * A hash that no known password matches: its tag is all zeros. If there is no account, the password is checked against this hash, so that
 * the response takes the same time.
 */
export const decoyHash: PasswordHash = formatPhc(Buffer.alloc(saltLength), Buffer.alloc(tagLength));

/**
 * Whether a password should be hashed again at the next sign-in. Hashes of Django are replaced even if they are stronger, so that
 * checking a password takes the same time for all accounts.
 */
export function needsRehash(stored: string | null): boolean {
  const hash = parseStoredHash(stored);
  return hash.kind === 'unsupported' || !hash.isStrong;
}
