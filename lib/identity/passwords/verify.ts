import { timingSafeEqual } from 'node:crypto';

import { decoyHash } from './hash.ts';
import { isHashable, opaqueString } from './password-text.ts';
import { readStoredHash } from './stored-hash.ts';

/** Compare it with one of the words: both are truthy. */
export type Verdict = 'right' | 'wrong';

/**
 * Verifies a password. The time does not reveal anything about the password. For an unusable hash it is the time of a new hash, so
 * that it does not reveal anything about the account either; hashes of Django take a different time until they are replaced.
 * @param password wrong at once if it is over 4096 bytes of UTF-8
 * @param stored a PHC string of this service or a hash of Django; for anything else, and null, every password is wrong
 */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  if (!isHashable(password)) return 'wrong';
  const hash = readStoredHash(stored);
  if (hash.kind === 'unsupported') {
    await verifyPassword(password, decoyHash);
    return 'wrong';
  }
  // Django hashes passwords without normalisation.
  const text = hash.writtenBy === 'service' ? opaqueString(password) : password;
  return timingSafeEqual(await hash.hashPassword(text), hash.tag) ? 'right' : 'wrong';
}
