import { randomBytes } from 'node:crypto';

import {
  hashWithArgon2,
  currentParameters,
  saltLength,
  tagLength,
  writePhc,
  type PasswordHash,
} from './argon2.ts';
import { isHashable, opaqueString } from './password-text.ts';
import { readStoredHash } from './stored-hash.ts';

/** A password that no verification would ever accept was to be hashed. */
export class PasswordNotHashable extends Error {
  readonly code = 'password_not_hashable';

  constructor() {
    super('This password cannot be hashed: tell what checkNewPassword says of it to its owner.');
  }
}

/**
 * Hashes a password by Argon2id with a salt of its own. It does not ask what checkNewPassword asks of new
 * passwords: one that was chosen elsewhere is hashed anew as it is.
 * @param password any Unicode text of at most 4096 bytes of UTF-8
 * @returns a PHC string
 * @throws PasswordNotHashable for anything else
 */
export async function hashPassword(password: string): Promise<PasswordHash> {
  if (!isHashable(password)) throw new PasswordNotHashable();
  const salt = randomBytes(saltLength);
  const tag = await hashWithArgon2(opaqueString(password), currentParameters, salt, tagLength);
  return writePhc(salt, tag);
}

/**
 * A hash of which nobody knows the password: its tag is all zeros, and to find what is hashed to that would
 * be to break Argon2. Verifying against it takes as long as against a new hash, for where there is no account.
 */
export const decoyHash: PasswordHash = writePhc(Buffer.alloc(saltLength), Buffer.alloc(tagLength));

/**
 * Whether a password should be hashed anew at the next sign-in, when it is known: unless the hash is the service's own, by
 * Argon2id with what new hashes have of memory, passes, salt and tag, or more. Those that Django made are replaced even where
 * they are stronger: checking a password takes the same time for all accounts then, and tells nothing of any.
 */
export function needsRehash(stored: string | null): boolean {
  const hash = readStoredHash(stored);
  return hash.kind === 'unsupported' || !hash.isStrong;
}
