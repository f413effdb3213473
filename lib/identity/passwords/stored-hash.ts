import { parsePhc } from './argon2.ts';
import { parseDjangoArgon2, parseDjangoPbkdf2, parseDjangoScrypt } from './django.ts';
import { noPassword, unknownHash, type StoredHash, type UnsupportedHash } from './hash-kinds.ts';

/**
 * Parses a stored hash: a PHC string of this service, or a hash of Django.
 * @rule Sign-in and tokens: Which password hashes are accepted?
 * @param stored null if the account has no password
 */
export function parseStoredHash(stored: string | null): StoredHash | UnsupportedHash {
  // Django marks an unusable password with an exclamation mark.
  if (stored === null || stored === '' || stored.startsWith('!')) return noPassword;
  if (stored.startsWith('$argon2')) return parsePhc(stored);
  if (stored.startsWith('argon2$')) return parseDjangoArgon2(stored);
  if (stored.startsWith('pbkdf2_sha256$')) return parseDjangoPbkdf2(stored);
  if (stored.startsWith('scrypt$')) return parseDjangoScrypt(stored);
  return unknownHash;
}

/** Returns why a stored hash cannot be used to sign in; null if it can. */
export function findUnsupportedReason(stored: string | null): UnsupportedHash | null {
  const hash = parseStoredHash(stored);
  return hash.kind === 'unsupported' ? hash : null;
}
