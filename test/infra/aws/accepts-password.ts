import { createScramVerifier } from '../../../infra/aws/scram-verifier.ts';

/** Whether PostgreSQL would accept a password after a statement that sets a SCRAM verifier. */
export function acceptsPassword(sql: string, password: string): boolean {
  const [, verifier = '', salt = ''] = /'(SCRAM-SHA-256\$4096:([^$]+)\$.*)'/.exec(sql) ?? [];
  return createScramVerifier(password, Buffer.from(salt, 'base64')) === verifier;
}
