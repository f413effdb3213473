import { currentParameters, saltLength, tagLength } from './argon2.ts';
import { writePhc, type PasswordHash } from './phc.ts';

/**
 * A hash of which nobody knows the password: its tag is all zeros, and to find what is hashed to that would
 * be to break Argon2. Verifying against it takes as long as against a new hash, for where there is no account.
 */
export const decoyHash: PasswordHash = writePhc({
  ...currentParameters,
  salt: Buffer.alloc(saltLength),
  tag: Buffer.alloc(tagLength),
});
