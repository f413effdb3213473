import { setTimeout as wait } from 'node:timers/promises';

import {
  BatchExecuteStatementCommand,
  BeginTransactionCommand,
  ExecuteStatementCommand,
} from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  startDataApiEmulator,
  type DataApiEmulatorOptions,
} from '../../../../infra/local/data-api/emulator.ts';
import {
  failureOf,
  openEmulator,
  createSdkClient,
  callTarget,
  textParameter,
  type Emulator,
} from './emulator.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.execute('create table kept (name text unique deferrable initially deferred)');
});

afterAll(async () => emulator?.close());

const insertName = (name: string, more = {}) =>
  emulator.execute('insert into kept values (:name)', [textParameter('name', name)], more);
const isStored = async (name: string): Promise<boolean> => {
  const sql = 'select name from kept where name = :name';
  return (await emulator.execute(sql, [textParameter('name', name)])).records?.length === 1;
};

/** Starts a second emulator, with other options, on the same database. */
async function openWithTimeouts(options: Partial<DataApiEmulatorOptions>) {
  const server = await startDataApiEmulator({ ...options, database: emulator.database });
  const client = createSdkClient(server.url);
  return {
    execute: (sql: string, more = {}) =>
      client.send(new ExecuteStatementCommand({ ...callTarget(), sql, ...more })),
    begin: async () => (await client.send(new BeginTransactionCommand(callTarget()))).transactionId,
    close: server.close,
  };
}

describe('a transaction', () => {
  it('has an id of 184 characters', async () => {
    const transactionId = await emulator.begin();
    expect(transactionId).toHaveLength(184);
    await emulator.rollback(transactionId);
  });

  it('stores its writes at the commit, and then its id is unknown', async () => {
    const transactionId = await emulator.begin();
    await insertName('committed', { transactionId });
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isStored('committed')).toBe(true);
    expect(await failureOf(emulator.commit(transactionId))).toMatchObject({
      name: 'TransactionNotFoundException',
      status: 404,
    });
  });

  it('stores nothing after a rollback', async () => {
    const transactionId = await emulator.begin();
    await insertName('rolled back', { transactionId });
    expect(await emulator.rollback(transactionId)).toBe('Rollback Complete');
    expect(await isStored('rolled back')).toBe(false);
  });

  it('accepts calls without the name of the database', async () => {
    const transactionId = await emulator.begin();
    const insertion = await insertName('named once', { transactionId, database: undefined });
    expect(insertion.numberOfRecordsUpdated).toBe(1);
    await emulator.rollback(transactionId);
  });

  it('accepts batches', async () => {
    const transactionId = await emulator.begin();
    await emulator.client.send(
      new BatchExecuteStatementCommand({
        ...callTarget(),
        transactionId,
        sql: 'insert into kept values (:name)',
        parameterSets: [[textParameter('name', 'one')], [textParameter('name', 'two')]],
      }),
    );
    await emulator.commit(transactionId);
    expect(await Promise.all([isStored('one'), isStored('two')])).toEqual([true, true]);
  });

  it('accepts only calls with the secret with which it began', async () => {
    const transactionId = await emulator.begin();
    const { secretArn } = callTarget('service');
    expect(await failureOf(insertName('stolen', { transactionId, secretArn }))).toMatchObject({
      name: 'TransactionNotFoundException',
    });
    await emulator.rollback(transactionId);
  });
});

describe('an error in a transaction', () => {
  it('makes the next call of the transaction fail', async () => {
    const transactionId = await emulator.begin();
    await failureOf(emulator.execute('select 1 / 0', [], { transactionId }));
    expect(await failureOf(insertName('too late', { transactionId }))).toStrictEqual({
      name: 'DatabaseErrorException',
      status: 400,
      message:
        'ERROR: current transaction is aborted, commands ignored until end of transaction block; SQLState: 25P02',
    });
    expect(await emulator.rollback(transactionId)).toBe('Rollback Complete');
  });

  it('makes the commit fail, and nothing is stored', async () => {
    const transactionId = await emulator.begin();
    await insertName('before the error', { transactionId });
    await failureOf(emulator.execute('select 1 / 0', [], { transactionId }));
    expect(await failureOf(emulator.commit(transactionId))).toStrictEqual({
      name: 'TransactionNotFoundException',
      status: 404,
      message: `Transaction ${transactionId} is not found. Transaction has been aborted due to an error from a previous call.`,
    });
    expect(await isStored('before the error')).toBe(false);
  });

  it('is undone by a rollback to a savepoint', async () => {
    const transactionId = await emulator.begin();
    await insertName('saved', { transactionId });
    await emulator.execute('savepoint here', [], { transactionId });
    await failureOf(emulator.execute('select 1 / 0', [], { transactionId }));
    await emulator.execute('rollback work to savepoint here', [], { transactionId });
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isStored('saved')).toBe(true);
  });

  it('at the commit makes the commit fail', async () => {
    const transactionId = await emulator.begin();
    await insertName('double', { transactionId });
    await insertName('double', { transactionId });
    expect((await failureOf(emulator.commit(transactionId))).message).toMatch(/SQLState: 23505$/);
    expect(await isStored('double')).toBe(false);
  });
});

describe('two concurrent calls in one transaction', () => {
  const stillRunningError = {
    name: 'DatabaseErrorException',
    status: 400,
    message: 'Transaction is still running a query',
  };

  it('run the first to its end, and refuse the second', async () => {
    const transactionId = await emulator.begin();
    const slow = emulator.execute('select 1 from pg_sleep(0.5)', [], { transactionId });
    const second = failureOf(emulator.execute('select 2', [], { transactionId }));
    const settled = await Promise.allSettled([slow, second]);
    expect(settled.map(({ status }) => status)).toContain('fulfilled');
    expect(await second).toStrictEqual(stillRunningError);
    expect((await slow).records).toHaveLength(1);
    await emulator.rollback(transactionId);
  });

  it('run the first to its end, and refuse the second without effect even if it is a commit', async () => {
    const transactionId = await emulator.begin();
    const slow = emulator.execute("insert into kept select 'slow' from pg_sleep(0.5)", [], {
      transactionId,
    });
    expect(await failureOf(emulator.commit(transactionId))).toStrictEqual(stillRunningError);
    await slow;
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isStored('slow')).toBe(true);
  });

  it('both fail if something else ends the transaction', async () => {
    const transactionId = await emulator.begin();
    emulator.server.faults.add({ when: 'before', kind: 'kill-transaction', match: 'select 99' });
    const slow = failureOf(emulator.execute('select 1 from pg_sleep(0.5)', [], { transactionId }));
    const terminationError = {
      name: 'TransactionNotFoundException',
      message: expect.stringMatching(/One previous call resulted in a termination/),
    };
    expect(await failureOf(emulator.execute('select 99', [], { transactionId }))).toMatchObject(
      terminationError,
    );
    expect(await slow).toMatchObject(terminationError);
  });
});

describe('a transaction after its timeout', () => {
  it('is rolled back if it had no call during the idle timeout', async () => {
    const { execute, begin, close } = await openWithTimeouts({
      transactionTimeouts: { idle: 100 },
    });
    const transactionId = await begin();
    await execute("insert into kept values ('idle')", { transactionId });
    await wait(500);
    expect(await failureOf(execute('select 1', { transactionId }))).toStrictEqual({
      name: 'TransactionNotFoundException',
      status: 404,
      message: `Transaction ${transactionId} is not found. Transaction may be expired.`,
    });
    expect(await isStored('idle')).toBe(false);
    await close();
  });

  it('completes a running call after the total timeout, and refuses the next', async () => {
    const { execute, begin, close } = await openWithTimeouts({
      transactionTimeouts: { total: 200 },
    });
    const transactionId = await begin();
    const slow = await execute('select 1 from pg_sleep(0.5)', { transactionId });
    expect(slow.records).toHaveLength(1);
    expect(await failureOf(execute('select 1', { transactionId }))).toMatchObject({
      name: 'TransactionNotFoundException',
    });
    await close();
  });
});

describe('a statement that takes too long', () => {
  const timeoutError = {
    name: 'StatementTimeoutException',
    status: 400,
    message: 'canceling statement due to statement timeout',
  };
  let emulatorWithTimeout: Awaited<ReturnType<typeof openWithTimeouts>>;
  beforeAll(async () => {
    emulatorWithTimeout = await openWithTimeouts({ statementTimeout: 400 });
  });
  afterAll(async () => emulatorWithTimeout?.close());

  it('fails, and the database executes further statements', async () => {
    expect(await failureOf(emulatorWithTimeout.execute('select 1 from pg_sleep(1)'))).toStrictEqual(
      timeoutError,
    );
    expect(await isStored('committed')).toBe(true);
  });

  it('ends its transaction', async () => {
    const transactionId = await emulatorWithTimeout.begin();
    expect(
      await failureOf(emulatorWithTimeout.execute('select 1 from pg_sleep(1)', { transactionId })),
    ).toStrictEqual(timeoutError);
    expect(
      await failureOf(emulatorWithTimeout.execute('select 1', { transactionId })),
    ).toMatchObject({
      name: 'TransactionNotFoundException',
      message: expect.stringMatching(/One previous call resulted in a termination/),
    });
  });

  it('fails but continues in the database if continueAfterTimeout is set', async () => {
    const sql = "insert into kept select 'continued' from pg_sleep(1)";
    expect(
      await failureOf(emulatorWithTimeout.execute(sql, { continueAfterTimeout: true })),
    ).toStrictEqual(timeoutError);
    await expect.poll(() => isStored('continued'), { timeout: 20_000 }).toBe(true);
  });

  it('keeps its transaction busy while the database still runs it after the timeout', async () => {
    const transactionId = await emulatorWithTimeout.begin();
    const slow = emulatorWithTimeout.execute('select 1 from pg_sleep(1.5)', {
      transactionId,
      continueAfterTimeout: true,
    });
    expect(await failureOf(slow)).toStrictEqual(timeoutError);
    expect(
      await failureOf(emulatorWithTimeout.execute('select 1', { transactionId })),
    ).toMatchObject({
      message: 'Transaction is still running a query',
    });
    const callAgain = async () =>
      (await emulatorWithTimeout.execute('select 1', { transactionId })).records?.length;
    await expect.poll(() => callAgain().catch(() => 0), { timeout: 20_000 }).toBe(1);
    await failureOf(emulatorWithTimeout.execute('select 1 / 0', { transactionId }));
  });
});

describe('the state of a session', () => {
  const readWorkMem = (more = {}) =>
    emulator.readValue("select current_setting('work_mem')", [], more);

  it('is reset after a call', async () => {
    const before = await readWorkMem();
    await emulator.execute("set work_mem = '7MB'");
    expect(await readWorkMem()).toEqual(before);
    await emulator.execute('create temporary table passing (id int)');
    expect((await failureOf(emulator.execute('select * from passing'))).message).toMatch(/42P01$/);
    await emulator.execute('select 1 from pg_advisory_lock(42)');
    // Other tests hold locks of their own on the same server.
    const locks = `select count(*)
      from pg_locks l
      join pg_database d on d.oid = l.database
      where l.locktype = 'advisory'
        and d.datname = current_database()`;
    expect(await emulator.readValue(locks)).toEqual({ longValue: 0 });
  });

  it('lasts until the end of its transaction', async () => {
    const before = await readWorkMem();
    const transactionId = await emulator.begin();
    await emulator.execute("set local work_mem = '7MB'", [], { transactionId });
    await emulator.execute('create temporary table passing (id int)', [], { transactionId });
    await emulator.execute('declare all_kept cursor for select 1', [], { transactionId });
    expect(await readWorkMem({ transactionId })).toEqual({ stringValue: '7MB' });
    const fetched = await emulator.execute('fetch 1 from all_kept', [], { transactionId });
    expect(fetched.records).toHaveLength(1);
    await emulator.commit(transactionId);
    expect(await readWorkMem()).toEqual(before);
  });

  it('never includes a time zone that an earlier call has set', async () => {
    await emulator.execute("set time zone 'Asia/Tokyo'");
    expect(await emulator.readValue("select '2024-01-15 00:00+00'::timestamptz")).toEqual({
      stringValue: '2024-01-15 00:00:00',
    });
  });
});
