import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setRolePasswords } from '../../../infra/aws/set-role-passwords.ts';
import { createMemorySecretStore } from '../../../infra/local/secrets/secret-store.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { acceptsPassword } from './accepts-password.ts';

const passwordOf = (name: string): string => name.padEnd(40, '-');

const secretOf = (name: string): string =>
  JSON.stringify({ username: 'heritage_service', password: passwordOf(name) });

it('a role gets the newer password if a rotation replaces its secret meanwhile', async () => {
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
  };
  const secretsBeforeRotation = [secretOf('before')];
  const secrets = {
    read: async () => secretsBeforeRotation.pop() ?? secretOf('after'),
    write: async () => undefined,
  };
  expect(await setRolePasswords(owner, secrets, ['arn'])).toEqual(['heritage_service']);
  expect(acceptsPassword(statements.at(-1) ?? '', passwordOf('after'))).toBe(true);
  expect(acceptsPassword(statements.at(-1) ?? '', passwordOf('before'))).toBe(false);
});

describe.skipIf(skipWithoutNativeServer())('on PostgreSQL', () => {
  const role = `heritage_test_${randomBytes(12).toString('hex').replaceAll(/\d/g, 'x')}`;
  const secrets = createMemorySecretStore();
  let stack: TestStack;
  let superuser: pg.Client;

  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
    superuser = new pg.Client({ connectionString: nativeServerUrl() });
    await superuser.connect();
    // As in AWS, where the owner created the roles.
    await superuser.query('alter role heritage_owner createrole');
    await superuser.query(`create role ${role} nologin`);
    await superuser.query(`grant ${role} to heritage_owner with admin option`);
  });

  afterAll(async () => {
    await superuser.query('alter role heritage_owner nocreaterole');
    await superuser.query(`drop role if exists ${role}`);
    await superuser.end();
    await stack.close();
  });

  const readStoredPassword = async (): Promise<string> => {
    const { rows } = await superuser.query<{ rolpassword: string }>(
      'select rolpassword from pg_authid where rolcanlogin and rolname = $1',
      [role],
    );
    return rows[0]?.rolpassword ?? '';
  };

  it('a role may log in with the password of its secret, also after the secret has changed', async () => {
    for (const password of ['first', 'second']) {
      const login = { username: role, password: passwordOf(password) };
      await secrets.write('login', JSON.stringify(login));
      expect(await setRolePasswords(stack.owner, secrets, ['login'])).toEqual([role]);
      expect(acceptsPassword(`'${await readStoredPassword()}'`, passwordOf(password))).toBe(true);
    }
  });
});
