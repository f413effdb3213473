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
import { failure, openEmulator, sdkClient, target, text, type Emulator } from './emulator.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.execute('create table kept (name text unique deferrable initially deferred)');
});

afterAll(async () => emulator?.close());

const keep = (name: string, more = {}) =>
  emulator.execute('insert into kept values (:name)', [text('name', name)], more);
const isKept = async (name: string): Promise<boolean> => {
  const sql = 'select name from kept where name = :name';
  return (await emulator.execute(sql, [text('name', name)])).records?.length === 1;
};

/** The same database behind an emulator with other options. */
async function impatient(options: Partial<DataApiEmulatorOptions>) {
  const server = await startDataApiEmulator({ ...options, database: emulator.database });
  const client = sdkClient(server.url);
  return {
    execute: (sql: string, more = {}) =>
      client.send(new ExecuteStatementCommand({ ...target(), sql, ...more })),
    begin: async () => (await client.send(new BeginTransactionCommand(target()))).transactionId,
    close: server.close,
  };
}

describe('a transaction', () => {
  it('has a long id', async () => {
    const transactionId = await emulator.begin();
    expect(transactionId).toHaveLength(184);
    await emulator.rollback(transactionId);
  });

  it('keeps what was done when it is committed, and forgets its id', async () => {
    const transactionId = await emulator.begin();
    await keep('committed', { transactionId });
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isKept('committed')).toBe(true);
    expect(await failure(emulator.commit(transactionId))).toMatchObject({
      name: 'TransactionNotFoundException',
      status: 404,
    });
  });

  it('leaves nothing when it is rolled back', async () => {
    const transactionId = await emulator.begin();
    await keep('rolled back', { transactionId });
    expect(await emulator.rollback(transactionId)).toBe('Rollback Complete');
    expect(await isKept('rolled back')).toBe(false);
  });

  it('does not need the database once more', async () => {
    const transactionId = await emulator.begin();
    const kept = await keep('named once', { transactionId, database: undefined });
    expect(kept.numberOfRecordsUpdated).toBe(1);
    await emulator.rollback(transactionId);
  });

  it('takes batches', async () => {
    const transactionId = await emulator.begin();
    await emulator.client.send(
      new BatchExecuteStatementCommand({
        ...target(),
        transactionId,
        sql: 'insert into kept values (:name)',
        parameterSets: [[text('name', 'one')], [text('name', 'two')]],
      }),
    );
    await emulator.rollback(transactionId);
    expect(await isKept('one')).toBe(false);
  });

  it('belongs to the secret that began it', async () => {
    const transactionId = await emulator.begin();
    const { secretArn } = target('service');
    expect(await failure(keep('stolen', { transactionId, secretArn }))).toMatchObject({
      name: 'TransactionNotFoundException',
    });
    await emulator.rollback(transactionId);
  });
});

describe('an error in a transaction', () => {
  it('makes the next call fail', async () => {
    const transactionId = await emulator.begin();
    await failure(emulator.execute('select 1 / 0', [], { transactionId }));
    expect(await failure(keep('too late', { transactionId }))).toStrictEqual({
      name: 'DatabaseErrorException',
      status: 400,
      message:
        'ERROR: current transaction is aborted, commands ignored until end of transaction block; SQLState: 25P02',
    });
    expect(await emulator.rollback(transactionId)).toBe('Rollback Complete');
  });

  it('makes its commit fail, which keeps nothing', async () => {
    const transactionId = await emulator.begin();
    await keep('before the error', { transactionId });
    await failure(emulator.execute('select 1 / 0', [], { transactionId }));
    expect(await failure(emulator.commit(transactionId))).toStrictEqual({
      name: 'TransactionNotFoundException',
      status: 404,
      message: `Transaction ${transactionId} is not found. Transaction has been aborted due to an error from a previous call.`,
    });
    expect(await isKept('before the error')).toBe(false);
  });

  it('is undone by going back to a savepoint', async () => {
    const transactionId = await emulator.begin();
    await keep('saved', { transactionId });
    await emulator.execute('savepoint here', [], { transactionId });
    await failure(emulator.execute('select 1 / 0', [], { transactionId }));
    await emulator.execute('rollback work to savepoint here', [], { transactionId });
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isKept('saved')).toBe(true);
  });

  it('may come with the commit, which is not claimed then', async () => {
    const transactionId = await emulator.begin();
    await keep('double', { transactionId });
    await keep('double', { transactionId });
    expect((await failure(emulator.commit(transactionId))).message).toMatch(/SQLState: 23505$/);
    expect(await isKept('double')).toBe(false);
  });
});

describe('two calls in one transaction at once', () => {
  const stillRunning = {
    name: 'DatabaseErrorException',
    status: 400,
    message: 'Transaction is still running a query',
  };

  it('are one too many: the second is refused and the first goes on', async () => {
    const transactionId = await emulator.begin();
    const slow = emulator.execute('select 1 from pg_sleep(0.5)', [], { transactionId });
    const second = failure(emulator.execute('select 2', [], { transactionId }));
    const settled = await Promise.allSettled([slow, second]);
    expect(settled.map(({ status }) => status)).toContain('fulfilled');
    expect(await second).toStrictEqual(stillRunning);
    expect((await slow).records).toHaveLength(1);
    await emulator.rollback(transactionId);
  });

  it('are one too many when the second ends it, and it does not end', async () => {
    const transactionId = await emulator.begin();
    const slow = emulator.execute("insert into kept select 'slow' from pg_sleep(0.5)", [], {
      transactionId,
    });
    expect(await failure(emulator.commit(transactionId))).toStrictEqual(stillRunning);
    await slow;
    expect(await emulator.commit(transactionId)).toBe('Transaction Committed');
    expect(await isKept('slow')).toBe(true);
  });

  it('both fail when the transaction is ended from outside', async () => {
    const transactionId = await emulator.begin();
    emulator.server.faults.add({ when: 'before', kind: 'kill-transaction', match: 'select 99' });
    const slow = failure(emulator.execute('select 1 from pg_sleep(0.5)', [], { transactionId }));
    const terminated = {
      name: 'TransactionNotFoundException',
      message: expect.stringMatching(/One previous call resulted in a termination/),
    };
    expect(await failure(emulator.execute('select 99', [], { transactionId }))).toMatchObject(
      terminated,
    );
    expect(await slow).toMatchObject(terminated);
  });
});

describe('a transaction whose time is over', () => {
  it('is rolled back when nobody calls', async () => {
    const { execute, begin, close } = await impatient({ transactionTimeouts: { idle: 100 } });
    const transactionId = await begin();
    await execute("insert into kept values ('idle')", { transactionId });
    await wait(500);
    expect(await failure(execute('select 1', { transactionId }))).toStrictEqual({
      name: 'TransactionNotFoundException',
      status: 404,
      message: `Transaction ${transactionId} is not found. Transaction may be expired.`,
    });
    expect(await isKept('idle')).toBe(false);
    await close();
  });

  it('lets the call end that is under way', async () => {
    const { execute, begin, close } = await impatient({ transactionTimeouts: { total: 200 } });
    const transactionId = await begin();
    const slow = await execute('select 1 from pg_sleep(0.5)', { transactionId });
    expect(slow.records).toHaveLength(1);
    expect(await failure(execute('select 1', { transactionId }))).toMatchObject({
      name: 'TransactionNotFoundException',
    });
    await close();
  });
});

describe('a statement that takes too long', () => {
  const late = {
    name: 'StatementTimeoutException',
    status: 400,
    message: 'canceling statement due to statement timeout',
  };
  let hasty: Awaited<ReturnType<typeof impatient>>;
  beforeAll(async () => {
    hasty = await impatient({ statementTimeout: 400 });
  });
  afterAll(async () => hasty?.close());

  it('is an error, and the database goes on', async () => {
    expect(await failure(hasty.execute('select 1 from pg_sleep(1)'))).toStrictEqual(late);
    expect(await isKept('committed')).toBe(true);
  });

  it('ends its transaction', async () => {
    const transactionId = await hasty.begin();
    expect(
      await failure(hasty.execute('select 1 from pg_sleep(1)', { transactionId })),
    ).toStrictEqual(late);
    expect(await failure(hasty.execute('select 1', { transactionId }))).toMatchObject({
      name: 'TransactionNotFoundException',
      message: expect.stringMatching(/One previous call resulted in a termination/),
    });
  });

  it('goes on without its caller where that is asked for', async () => {
    const sql = "insert into kept select 'continued' from pg_sleep(1)";
    expect(await failure(hasty.execute(sql, { continueAfterTimeout: true }))).toStrictEqual(late);
    await expect.poll(() => isKept('continued'), { timeout: 20_000 }).toBe(true);
  });

  it('keeps its transaction busy while it goes on', async () => {
    const transactionId = await hasty.begin();
    const slow = hasty.execute('select 1 from pg_sleep(1.5)', {
      transactionId,
      continueAfterTimeout: true,
    });
    expect(await failure(slow)).toStrictEqual(late);
    expect(await failure(hasty.execute('select 1', { transactionId }))).toMatchObject({
      message: 'Transaction is still running a query',
    });
    const next = async () => (await hasty.execute('select 1', { transactionId })).records?.length;
    await expect.poll(() => next().catch(() => 0), { timeout: 20_000 }).toBe(1);
    await failure(hasty.execute('select 1 / 0', { transactionId }));
  });
});

describe('what a session was told', () => {
  const setting = (more = {}) => emulator.value("select current_setting('work_mem')", [], more);

  it('is forgotten after a call', async () => {
    const before = await setting();
    await emulator.execute("set work_mem = '7MB'");
    expect(await setting()).toEqual(before);
    await emulator.execute('create temporary table passing (id int)');
    expect((await failure(emulator.execute('select * from passing'))).message).toMatch(/42P01$/);
    await emulator.execute('select 1 from pg_advisory_lock(42)');
    // Other tests take locks of their own on the same server.
    const locks = `select count(*)
      from pg_locks l
      join pg_database d on d.oid = l.database
      where l.locktype = 'advisory'
        and d.datname = current_database()`;
    expect(await emulator.value(locks)).toEqual({ longValue: 0 });
  });

  it('lasts as long as a transaction', async () => {
    const before = await setting();
    const transactionId = await emulator.begin();
    await emulator.execute("set local work_mem = '7MB'", [], { transactionId });
    await emulator.execute('create temporary table passing (id int)', [], { transactionId });
    await emulator.execute('declare all_kept cursor for select 1', [], { transactionId });
    expect(await setting({ transactionId })).toEqual({ stringValue: '7MB' });
    const fetched = await emulator.execute('fetch 1 from all_kept', [], { transactionId });
    expect(fetched.records).toHaveLength(1);
    await emulator.commit(transactionId);
    expect(await setting()).toEqual(before);
  });

  it('never changes the time zone of the next', async () => {
    await emulator.execute("set time zone 'Asia/Tokyo'");
    expect(await emulator.value("select '2024-01-15 00:00+00'::timestamptz")).toEqual({
      stringValue: '2024-01-15 00:00:00',
    });
  });
});
