import { createHash, randomBytes, randomInt } from 'node:crypto';

const clientIdCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a secret: 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The minimum number of characters of a secret of another platform that is hashed like those of `newSecret`. Shorter ones may be guessed. */
export const minSecretLength = 32;

/**
 * Hashes a random secret for storage. SHA-256 is enough, because random secrets cannot be guessed.
 * @returns hexadecimal digits
 */
export function hashRandomSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a client id: 40 letters and digits, like those of existing applications. It is not a secret. */
export function newClientId(): string {
  return Array.from(
    { length: 40 },
    () => clientIdCharacters[randomInt(clientIdCharacters.length)],
  ).join('');
}
