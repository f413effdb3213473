import { timingSafeEqual } from 'node:crypto';

import { decoyHash } from './hash.ts';
import { isHashable, normalizePassword } from './password-text.ts';
import { parseStoredHash } from './stored-hash.ts';

/** The result of a verification. Compare it with `===`, because both values are truthy. */
export type Verdict = 'right' | 'wrong';

/**
 * Verifies a password. The time that it takes reveals nothing about a password that can be hashed. If the stored hash cannot be used, it
 * takes as long as with a hash of this service, so that the time does not reveal whether the account can sign in. Hashes of Django take a
 * different time until they are replaced.
 * @param password one that cannot be hashed (over 4096 bytes, or not well-formed Unicode) is wrong at once
 * @param stored a PHC string of this service or a hash of Django; with null or any other text, every password is wrong
 */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  if (!isHashable(password)) return 'wrong';
  const hash = parseStoredHash(stored);
  if (hash.kind === 'unsupported') {
    await verifyPassword(password, decoyHash);
    return 'wrong';
  }
  // Django hashes passwords without normalisation.
  const text = hash.writtenBy === 'service' ? normalizePassword(password) : password;
  return timingSafeEqual(await hash.hashPassword(text), hash.tag) ? 'right' : 'wrong';
}
