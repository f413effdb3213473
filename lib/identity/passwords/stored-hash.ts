import { readPhc } from './argon2.ts';
import { readDjangoArgon2, readDjangoPbkdf2, readDjangoScrypt } from './django.ts';
import { noPassword, unknownHash, type StoredHash, type UnsupportedHash } from './hash-kinds.ts';

/**
 * Reads what is stored for an account: a PHC string of ours, or a hash as Django writes them.
 * @param stored null where the account has no password
 */
export function readStoredHash(stored: string | null): StoredHash | UnsupportedHash {
  // What Django writes for an account without a usable password begins with an exclamation mark.
  if (stored === null || stored === '' || stored.startsWith('!')) return noPassword;
  if (stored.startsWith('$argon2')) return readPhc(stored);
  if (stored.startsWith('argon2$')) return readDjangoArgon2(stored);
  if (stored.startsWith('pbkdf2_sha256$')) return readDjangoPbkdf2(stored);
  if (stored.startsWith('scrypt$')) return readDjangoScrypt(stored);
  return unknownHash;
}

/**
 * Says why nobody can sign in with a stored hash, as whoever imports accounts has to know.
 * @returns null where passwords can be verified against it
 */
export function findUnsupportedReason(stored: string | null): UnsupportedHash | null {
  const hash = readStoredHash(stored);
  return hash.kind === 'unsupported' ? hash : null;
}
