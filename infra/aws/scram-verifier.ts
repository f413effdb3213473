import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4096;

/**
 * Hashes a password in the form that PostgreSQL stores (SCRAM-SHA-256, RFC 5803). So statements and logs contain the hash and not
 * the password.
 * @param password only ASCII, because it is not normalised (RFC 4013)
 */
export function createScramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const saltedPassword = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const deriveKey = (name: string): Buffer =>
    createHmac('sha256', saltedPassword).update(name).digest();
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64');
  const serverKey = deriveKey('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
