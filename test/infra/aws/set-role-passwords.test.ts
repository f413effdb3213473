import { expect, it } from 'vitest';

import { scramVerifier } from '../../../infra/aws/scram-verifier.ts';
import { setRolePasswords } from '../../../infra/aws/set-role-passwords.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';

const secretOf = (password: string): string =>
  JSON.stringify({ username: 'heritage_service', password: password.padEnd(40, '-') });

/** Whether PostgreSQL would accept a password after a statement. */
function isAccepted(sql: string, password: string): boolean {
  const [, verifier = '', salt = ''] = /'(SCRAM-SHA-256\$4096:([^$]+)\$.*)'/.exec(sql) ?? [];
  return scramVerifier(password.padEnd(40, '-'), Buffer.from(salt, 'base64')) === verifier;
}

it('a role has the password of a rotation that replaced its secret meanwhile', async () => {
  const statements: string[] = [];
  const owner: DataApi = {
    read: async () => [],
    write: async ({ text }) => {
      statements.push(text);
      return [];
    },
    transaction: async () => {
      throw new Error('A transaction is not needed.');
    },
    calls: () => statements.length,
  };
  const former = [secretOf('before')];
  const secrets = {
    read: async () => former.pop() ?? secretOf('after'),
    write: async () => undefined,
  };
  expect(await setRolePasswords(owner, secrets, ['arn'])).toEqual(['heritage_service']);
  expect(isAccepted(statements.at(-1) ?? '', 'after')).toBe(true);
  expect(isAccepted(statements.at(-1) ?? '', 'before')).toBe(false);
});
