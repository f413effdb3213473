import { currentParameters, saltLength, tagLength } from './argon2.ts';
import { readStoredHash } from './stored-hash.ts';

/**
 * Whether a password should be hashed anew at the next sign-in, when it is known: unless the hash is the service's own, by
 * Argon2id with what new hashes have of memory, passes, salt and tag, or more. Those that Django made are replaced even where
 * they are stronger: checking a password takes the same time for all accounts then, and tells nothing of any.
 */
export function needsRehash(stored: string | null): boolean {
  const hash = readStoredHash(stored);
  if (hash.kind !== 'argon2' || hash.algorithm !== currentParameters.algorithm) return true;
  if (hash.writtenBy === 'django') return true;
  return (
    hash.memory < currentParameters.memory ||
    hash.passes < currentParameters.passes ||
    hash.salt.length < saltLength ||
    hash.tag.length < tagLength
  );
}
