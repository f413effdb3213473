import { createHmac } from 'node:crypto';

import { expect, it } from 'vitest';

import { createAlterRoleSql, parseRoleLogin } from '../../../infra/aws/role-password.ts';
import { createScramVerifier } from '../../../infra/aws/scram-verifier.ts';

it('a verifier contains the key with which the server of RFC 7677 signs its example', () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  const verifier = createScramVerifier('pencil', salt);
  expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[^:]{44}:[^:]{44}$/);
  const serverKey = Buffer.from(verifier.split(':').at(-1) ?? '', 'base64');
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  const message = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=${nonce}`;
  expect(createHmac('sha256', serverKey).update(message).digest('base64')).toBe(
    '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  );
});

it('a password is set only for a role of the service, and only if it is long', () => {
  const password = 'a'.repeat(40);
  const secret = (username: string, text = password): string =>
    JSON.stringify({ username, password: text });
  expect(createAlterRoleSql(parseRoleLogin(secret('heritage_service')))).toMatch(
    /^alter role heritage_service login password 'SCRAM-SHA-256\$/,
  );
  const invalidSecrets = [
    secret('postgres'),
    secret('heritage_service; drop'),
    secret('heritage_service', 'short'),
  ];
  for (const text of [...invalidSecrets, '{}', 'no JSON', undefined]) {
    expect(() => parseRoleLogin(text)).toThrow(/^The secret of a database role needs/);
  }
});
