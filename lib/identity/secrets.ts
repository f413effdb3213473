import { createHash, randomBytes, randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A secret that nobody can guess: 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is stored of a secret that `newSecret` made. SHA-256 will do: there is nothing to guess that could be tried out.
 * @returns hexadecimal digits
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** An id for a client: 40 letters and digits, as existing applications have. It is no secret. */
export function newClientId(): string {
  return Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('');
}
