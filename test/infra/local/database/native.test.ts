import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  databaseRoles,
  NativeDatabaseNotReady,
  roleName,
} from '../../../../infra/local/database/database.ts';
import { openNativePostgres } from '../../../../infra/local/database/native.ts';
import { nativeServerUrl } from '../../../support/database/open.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import { failureOf, openEmulator, type Emulator } from '../data-api/emulator.ts';

// Only a native server has logins that are not superusers, and sessions that it can end.

const server = nativeServerUrl();

describe.skipIf(skipWithoutNativeServer())('a native database', () => {
  const name = `heritage_login_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server ?? 'postgres://none');
  const runAsSuperuser = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const databaseUrl = (login: string, password: string): string => {
    const databaseAddress = new URL(url);
    databaseAddress.pathname = `/${name}`;
    databaseAddress.username = login;
    databaseAddress.password = password;
    return databaseAddress.href;
  };
  let emulator: Emulator;

  beforeAll(async () => {
    // The emulator creates the roles, which belong to the whole server.
    emulator = await openEmulator();
    await runAsSuperuser(
      `create role ${name} login password 'secret'`,
      `grant ${databaseRoles.map(roleName).join(', ')} to ${name}`,
      `create database ${name}`,
    );
  });

  afterAll(async () => {
    await emulator?.close();
    await runAsSuperuser(`drop database if exists ${name} with (force)`, `drop role ${name}`);
  });

  it('lists the missing rights and extensions if its login may not create them', async () => {
    const opened = openNativePostgres({ url: databaseUrl(name, 'secret') });
    await expect(opened).rejects.toThrow(NativeDatabaseNotReady);
    await expect(opened).rejects.toThrow(
      `grant create, temporary, connect on database "${name}" to heritage_owner;`,
    );
    await expect(opened).rejects.toThrow('alter schema public owner to heritage_owner;');
    await expect(opened).rejects.toThrow('create extension postgis');
  });

  it('opens for a login without these rights after a superuser has prepared it', async () => {
    const prepare = new pg.Client({ connectionString: databaseUrl(url.username, url.password) });
    await prepare.connect();
    await prepare.query('create extension postgis with schema public');
    await prepare.query(`grant create, temporary, connect on database ${name} to heritage_owner`);
    await prepare.query('alter schema public owner to heritage_owner');
    await prepare.end();
    const database = await openNativePostgres({ url: databaseUrl(name, 'secret') });
    const session = await database.borrowSession('owner');
    const { rows } = await session.query('select current_user::text', [], 1000);
    expect(rows).toEqual([['heritage_owner']]);
    await session.release();
    await database.close();
  });

  it('answers TransactionNotFoundException to a transaction whose session has ended', async () => {
    const transactionId = await emulator.begin();
    const [pid] =
      (await emulator.execute('select pg_backend_pid()', [], { transactionId })).records?.[0] ?? [];
    await runAsSuperuser(`select pg_terminate_backend(${pid?.longValue}, 60000)`);
    const callAgain = () => failureOf(emulator.execute('select 1', [], { transactionId }));
    expect(await callAgain()).toMatchObject({ name: 'TransactionNotFoundException', status: 404 });
    expect(await emulator.readValue('select 1')).toEqual({ longValue: 1 });
  });

  it('answers 504 if the server ends a session during a statement', async () => {
    const endedCall = failureOf(emulator.execute('select pg_sleep(61.25)::text', []));
    await runAsSuperuser(`do $work$ begin
  loop
    perform pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(61.25)::text';
    exit when found;
    perform pg_sleep(0.05), pg_stat_clear_snapshot();
  end loop;
end $work$`);
    expect(await endedCall).toMatchObject({ status: 504 });
    expect(await emulator.readValue('select 1')).toEqual({ longValue: 1 });
  });
});
