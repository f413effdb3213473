import { randomBytes } from 'node:crypto';

import { argon2Tag, currentParameters, saltLength, tagLength } from './argon2.ts';
import { isPresentable, opaqueString } from './password-text.ts';
import { writePhc, type PasswordHash } from './phc.ts';

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
  if (!isPresentable(password)) throw new PasswordNotHashable();
  const salt = randomBytes(saltLength);
  const tag = await argon2Tag(opaqueString(password), currentParameters, salt, tagLength);
  return writePhc({ ...currentParameters, salt, tag });
}
