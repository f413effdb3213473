import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { NotALogin, setRolePasswords } from '../../../infra/aws/set-role-passwords.ts';
import { createMemorySecretStore } from '../../../infra/local/secrets/secret-store.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

describe.skipIf(skipWithoutNativeServer())('the passwords of database roles', () => {
  const role = `heritage_"odd"_${randomUUID()}`.slice(0, 63);
  const secrets = createMemorySecretStore();
  let stack: TestStack;
  let superuser: pg.Client;

  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
    superuser = new pg.Client({ connectionString: nativeServerUrl() });
    await superuser.connect();
    // As in AWS, where the owner created the roles.
    await superuser.query('alter role heritage_owner createrole');
    await superuser.query(`create role ${pg.escapeIdentifier(role)} nologin`);
    await superuser.query(`grant ${pg.escapeIdentifier(role)} to heritage_owner with admin option`);
  });

  afterAll(async () => {
    await superuser.query('alter role heritage_owner nocreaterole');
    await superuser.query(`drop role if exists ${pg.escapeIdentifier(role)}`);
    await superuser.end();
    await stack.close();
  });

  const storedPassword = async (): Promise<unknown> => {
    const { rows } = await superuser.query(
      'select rolcanlogin, rolpassword from pg_authid where rolname = $1',
      [role],
    );
    return rows[0];
  };

  it('are those of their secrets, also after a secret has changed', async () => {
    expect(await storedPassword()).toEqual({ rolcanlogin: false, rolpassword: null });
    await secrets.write(
      'login',
      JSON.stringify({ username: role, password: `it's :one, a \\ $$` }),
    );
    expect(await setRolePasswords(stack.owner, secrets, ['login'])).toEqual([role]);
    const first = await storedPassword();
    expect(first).toEqual({ rolcanlogin: true, rolpassword: expect.stringMatching(/^SCRAM-/) });
    await secrets.write('login', JSON.stringify({ username: role, password: 'two' }));
    await setRolePasswords(stack.owner, secrets, ['login']);
    expect(await storedPassword()).not.toEqual(first);
  });

  it('stay as they are if one of the secrets is no login', async () => {
    await secrets.write('empty', '{"username":"heritage_read"}');
    const before = await storedPassword();
    for (const other of ['empty', 'missing']) {
      await expect(setRolePasswords(stack.owner, secrets, ['login', other])).rejects.toThrow(
        new NotALogin(other),
      );
    }
    expect(await storedPassword()).toEqual(before);
  });
});
