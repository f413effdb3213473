import { timingSafeEqual } from 'node:crypto';

import { decoyHash } from './hash.ts';
import { isHashable, opaqueString } from './password-text.ts';
import { readStoredHash } from './stored-hash.ts';

/** Whether a password is the one that was hashed. Both are texts, so compare: neither is falsy. */
export type Verdict = 'right' | 'wrong';

/**
 * Verifies a password against what is stored for an account. The time tells nothing of the password. Where
 * nobody can sign in with what is stored it is the time of a new hash, so that it tells nothing of the account
 * either; hashes that Django made take a time of their own, until they are made anew.
 * @param password as presented; over 4096 bytes of UTF-8 it is wrong at once
 * @param stored a PHC string of ours or a hash as Django writes them; anything else, and null, is never right
 */
export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  if (!isHashable(password)) return 'wrong';
  const hash = readStoredHash(stored);
  if (hash.kind === 'unsupported') {
    await verifyPassword(password, decoyHash);
    return 'wrong';
  }
  // Django hashes what was typed as it is.
  const text = hash.writtenBy === 'service' ? opaqueString(password) : password;
  return timingSafeEqual(await hash.hashPassword(text), hash.tag) ? 'right' : 'wrong';
}
