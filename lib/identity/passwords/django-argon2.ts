import type { Argon2Hash } from './argon2.ts';
import { readPhc } from './phc.ts';
import type { UnsupportedHash } from './unsupported.ts';

const PREFIX = 'argon2';

/**
 * Reads a hash of Django's Argon2PasswordHasher: a PHC string behind the name of the hasher,
 * `argon2$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
 */
export function readDjangoArgon2(text: string): Argon2Hash | UnsupportedHash {
  const hash = readPhc(text.slice(PREFIX.length));
  return hash.kind === 'unsupported' ? hash : { ...hash, writtenBy: 'django' };
}
