import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BeginTransactionCommand, ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../../infra/local/data-api/emulator.ts';
import type { Database } from '../../../../infra/local/database/database.ts';
import { openEmbeddedPostgres } from '../../../../infra/local/database/embedded.ts';
import { failureOf, createSdkClient, callTarget } from '../data-api/emulator.ts';

// Only the embedded database has a single session, and a thread that is ended to cancel a statement.

let directory: string;
let database: Database;
let server: DataApiEmulator;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'heritage-embedded-'));
  database = await openEmbeddedPostgres({
    directory: path.join(directory, 'database'),
    waitLimit: 400,
  });
  server = await startDataApiEmulator({ database, statementTimeout: 1500 });
  await execute('create table kept (name text)');
});

afterAll(async () => {
  await server?.close();
  await database?.close();
  await rm(directory, { recursive: true, force: true });
});

const execute = (sql: string, more = {}) =>
  createSdkClient(server.url).send(new ExecuteStatementCommand({ ...callTarget(), sql, ...more }));
const begin = async () =>
  (await createSdkClient(server.url).send(new BeginTransactionCommand(callTarget()))).transactionId;
const readNames = async () =>
  (await execute('select name from kept order by name')).records?.map(
    ([name]) => name?.stringValue,
  );

describe('the embedded database', () => {
  it('has PostGIS once it is open, and no temporary files next to its folder', async () => {
    expect(await readdir(directory)).toEqual(['database']);
    const { records } = await execute('select postgis_lib_version() is not null');
    expect(records).toEqual([[{ booleanValue: true }]]);
  });

  it('answers 400 to a call that waits too long for a transaction to end', async () => {
    const transactionId = await begin();
    await execute("insert into kept values ('abandoned')", { transactionId });
    expect(await failureOf(execute('select 1'))).toMatchObject({
      name: 'BadRequestException',
      status: 400,
      message: expect.stringContaining('give this call the transaction id'),
    });
  });

  it('ends a transaction that blocks other calls, and its next call fails with the reason', async () => {
    const transactionId = await begin();
    await execute("insert into kept values ('abandoned too')", { transactionId });
    await failureOf(execute('select 1'));
    expect(await failureOf(execute('select 1', { transactionId }))).toMatchObject({
      name: 'TransactionNotFoundException',
      status: 404,
      message: expect.stringMatching(
        /One previous call resulted in a termination of your transaction\. The transaction left the only session/,
      ),
    });
    expect(await readNames()).toEqual([]);
  });

  it('cancels a statement that takes too long, rolls back its transaction, and continues', async () => {
    await execute("insert into kept values ('before')");
    const transactionId = await begin();
    await execute("insert into kept values ('in its transaction')", { transactionId });
    const late = execute("insert into kept select 'late' from pg_sleep(4)", { transactionId });
    expect((await failureOf(late)).name).toBe('StatementTimeoutException');
    await expect
      .poll(() => readNames().catch(() => []), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['before']));
    expect(await readNames()).not.toContain('in its transaction');
    expect(await readNames()).not.toContain('late');
  });
});
