import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createDataApi, type DataApi } from '../../../lib/data-api/client.ts';
import {
  InvalidDataApiCall,
  DataApiUnavailable,
  DatabaseError,
  DatabaseWaking,
  ResultTooLarge,
  StatementTooLarge,
  TransactionLost,
} from '../../../lib/data-api/errors.ts';
import { int, rawSql, sql, text } from '../../../lib/data-api/sql.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../../infra/local/data-api/local-names.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;
let dataApi: DataApi;

beforeAll(async () => {
  stack = await openTestStack({ content: 'bare' });
  dataApi = stack.owner;
  await dataApi.write(
    rawSql('create table written (id int primary key deferrable initially deferred)'),
  );
});

afterAll(async () => stack?.close());

beforeEach(async () => {
  stack.server.faults.clear();
  await dataApi.write(rawSql('delete from written'));
  stack.server.counters.reset();
});

const insert = (id: number) => sql`insert into written values (${int(id)})`;
const readIds = async () =>
  (await dataApi.read(rawSql('select id from written order by id'))).flat();
const countCalls = () => stack.server.counters.read().byOperation;
const catchError = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a read', () => {
  it('returns integers and decimals as text, with all their digits', async () => {
    expect(
      await dataApi.read(rawSql("select 9007199254740993, 1.10, true, null, 'x', 1.5::float8")),
    ).toEqual([['9007199254740993', '1.10', true, null, 'x', 1.5]]);
  });

  it('is retried when the Data API is unavailable', async () => {
    stack.server.faults.add({ when: 'before', kind: 'unavailable', times: 2 });
    expect(await dataApi.read(rawSql('select 1'))).toEqual([['1']]);
    expect(stack.server.counters.read().calls).toBe(3);
  });

  it('fails with an error that fits its cause: SQL, result size, invalid call or throttling', async () => {
    expect(await catchError(dataApi.read(rawSql('select 1 / 0')))).toMatchObject({
      sqlState: '22012',
      summary: 'division by zero',
    });
    const statementWithLargeResult = rawSql(
      "select repeat('x', 60000) from generate_series(1, 20)",
    );
    expect(await catchError(dataApi.read(statementWithLargeResult))).toBeInstanceOf(ResultTooLarge);
    expect(await catchError(dataApi.read(rawSql("select '1 day'::interval")))).toBeInstanceOf(
      InvalidDataApiCall,
    );
    stack.server.faults.add({ when: 'before', kind: 'forbidden' });
    expect(await catchError(dataApi.read(rawSql('select 1')))).toBeInstanceOf(InvalidDataApiCall);
    stack.server.faults.add({ when: 'before', kind: 'throttling', times: 3 });
    expect(await catchError(dataApi.read(rawSql('select 1')))).toMatchObject({ outcome: 'none' });
  });

  it('fails with InvalidDataApiCall for a column of an unsupported type', async () => {
    expect(await catchError(dataApi.read(rawSql('select array[1]')))).toBeInstanceOf(
      InvalidDataApiCall,
    );
  });
});

describe('a write', () => {
  it('fails with the name of the constraint that it violates', async () => {
    await dataApi.write(
      rawSql('create table strict (id int constraint only_small check (id < 10))'),
    );
    const error = await catchError(dataApi.write(rawSql('insert into strict values (10)')));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ sqlState: '23514', constraint: 'only_small' });
    await dataApi.write(rawSql('drop table strict'));
  });

  it.each(['before', 'after'] as const)(
    'is not retried when the Data API fails %s executing it',
    async (when) => {
      stack.server.faults.add({ when, kind: 'internal', match: 'insert' });
      const error = await catchError(dataApi.write(insert(1)));
      expect(error).toBeInstanceOf(DataApiUnavailable);
      expect(error).toMatchObject({ outcome: 'unknown' });
      expect(countCalls()).toEqual({ Execute: 1 });
      expect(await readIds()).toEqual(when === 'after' ? ['1'] : []);
    },
  );

  it('is retried when the database is waking, because the database has not received it', async () => {
    stack.server.faults.add({ when: 'before', kind: 'resuming', match: 'insert' });
    await dataApi.write(insert(1));
    expect(countCalls()).toEqual({ Execute: 2 });
    expect(await readIds()).toEqual(['1']);
  });

  it('is retried while the secret of the role is rotated, because the database has refused the login', async () => {
    stack.server.faults.add({ when: 'before', kind: 'password', match: 'insert' });
    await dataApi.write(insert(1));
    expect(countCalls()).toEqual({ Execute: 2 });
    expect(await readIds()).toEqual(['1']);
  });

  it('fails with DatabaseWaking if the database does not wake within the waking budget', async () => {
    const impatientClient = createDataApi({
      clusterArn: localClusterArn,
      secretArn: localSecretArn('owner'),
      database: localDatabaseName,
      region: 'eu-west-1',
      endpoint: stack.server.url,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      wakingBudget: () => 100,
    });
    stack.server.faults.add({ when: 'before', kind: 'resuming' });
    expect(await catchError(impatientClient.write(insert(1)))).toBeInstanceOf(DatabaseWaking);
    expect(await readIds()).toEqual([]);
  });

  it('is not sent if its SQL has more than 65,536 characters', async () => {
    const error = await catchError(dataApi.write(rawSql(`select '${'x'.repeat(65_536)}'`)));
    expect(error).toBeInstanceOf(InvalidDataApiCall);
    expect(String(error)).toContain('bind its values as parameters');
    expect(countCalls()).toEqual({});
  });

  it('is not sent if its request would have more than 4 MiB', async () => {
    const write = (value: string) => dataApi.write(sql`select length(${text(value)})`);
    expect(await write('x'.repeat(4_100_000))).toEqual([['4100000']]);
    stack.server.counters.reset();
    for (const value of ['x'.repeat(4_200_000), '"'.repeat(2_100_000), 'é'.repeat(2_100_000)]) {
      const error = await catchError(write(value));
      expect(error).toBeInstanceOf(StatementTooLarge);
      expect(String(error)).toContain('in several statements');
    }
    expect(countCalls()).toEqual({});
  });
});

describe('a transaction', () => {
  it('is committed after its work, and returns the result of the work', async () => {
    const result = await dataApi.transaction(async (transaction) => {
      await transaction.execute(insert(1));
      return transaction.execute(insert(2));
    });
    expect(result).toEqual([]);
    expect(countCalls()).toEqual({ BeginTransaction: 1, Execute: 2, CommitTransaction: 1 });
    expect(await readIds()).toEqual(['1', '2']);
  });

  it('is rolled back when its work throws, and fails with the error of the work', async () => {
    const error = new Error('changed my mind');
    const work = dataApi.transaction(async (transaction) => {
      await transaction.execute(insert(1));
      throw error;
    });
    await expect(work).rejects.toBe(error);
    expect(await readIds()).toEqual([]);
  });

  it('is not committed if its work ignores the error of a statement', async () => {
    const work = dataApi.transaction(async (transaction) => {
      await transaction.execute(insert(1));
      await catchError(transaction.execute(rawSql('select 1 / 0')));
    });
    expect(await catchError(work)).toBeInstanceOf(TransactionLost);
    expect(await readIds()).toEqual([]);
  });

  it('fails if its commit violates a deferred constraint', async () => {
    const work = dataApi.transaction(async (transaction) => {
      await transaction.execute(insert(1));
      await transaction.execute(insert(1));
    });
    expect(await catchError(work)).toMatchObject({ sqlState: '23505' });
    expect(await readIds()).toEqual([]);
  });

  it('has an unknown outcome when the response to its commit is lost', async () => {
    stack.server.faults.add({ when: 'after', kind: 'reset', match: 'CommitTransaction' });
    const error = await catchError(
      dataApi.transaction((transaction) => transaction.execute(insert(1))),
    );
    expect(error).toBeInstanceOf(DataApiUnavailable);
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(await readIds()).toEqual(['1']);
  });

  it('stores nothing when the response to a call before its commit is lost', async () => {
    stack.server.faults.add({ when: 'after', kind: 'reset', match: 'insert' });
    const error = await catchError(
      dataApi.transaction((transaction) => transaction.execute(insert(1))),
    );
    expect(error).toMatchObject({ code: 'data_api_unavailable', outcome: 'none' });
    expect(await readIds()).toEqual([]);
  });

  it('is retried when the Data API fails to begin it', async () => {
    stack.server.faults.add({ when: 'before', kind: 'internal', match: 'BeginTransaction' });
    await dataApi.transaction((transaction) => transaction.execute(insert(1)));
    expect(await readIds()).toEqual(['1']);
  });

  it.each(['40001', '40P01'])('runs its whole work again after SQLSTATE %s', async (state) => {
    const fail = rawSql(`do $$ begin raise 'again' using errcode = '${state}'; end $$`);
    let runs = 0;
    await dataApi.transaction(async (transaction) => {
      runs += 1;
      await transaction.execute(insert(runs));
      if (runs < 3) await transaction.execute(fail);
    });
    expect(await readIds()).toEqual(['3']);
  });

  it('runs its work at most three times', async () => {
    let runs = 0;
    const work = dataApi.transaction(async (transaction) => {
      runs += 1;
      await transaction.execute(rawSql("do $$ begin raise 'a' using errcode = '40001'; end $$"));
    });
    expect(await catchError(work)).toMatchObject({ sqlState: '40001' });
    expect(runs).toBe(3);
  });
});
