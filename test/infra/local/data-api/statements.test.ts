import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { failureOf, openEmulator, callTarget, textParameter, type Emulator } from './emulator.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.execute('create table note (id int primary key, body text, key uuid)');
});

afterAll(async () => emulator?.close());

const executeAndFail = (sql: string, more = {}) => failureOf(emulator.execute(sql, [], more));

describe('a statement that the Data API of AWS would refuse', () => {
  it.each([
    'begin',
    'start transaction',
    'COMMIT',
    'end',
    'abort',
    'rollback',
    'rollback work',
    "prepare transaction 'a'",
    "commit prepared 'a'",
    'listen a',
    'unlisten *',
    'discard all',
    'DISCARD temp',
    'set session authorization postgres',
    'set local session authorization default',
    '/* now */ set role none',
    'set local role heritage_reader',
    'set "role" to heritage_reader',
    "set session_authorization = 'postgres'",
    'reset session authorization',
    'reset role',
    "select set_config('role', 'postgres', false)",
  ])('fails with a ValidationException: %s', async (sql) => {
    expect(await executeAndFail(sql)).toMatchObject({
      name: 'ValidationException',
      status: 400,
      message: expect.stringContaining('is not for the Data API'),
    });
  });

  it.each([
    'notify a',
    "set local work_mem = '4MB'",
    'reset work_mem',
    "select set_config('work_mem', '4MB', true)",
    'select 1;',
    '-- a comment\nselect 1 -- another',
  ])('is distinguished from a harmless statement, which succeeds: %s', async (sql) => {
    await expect(emulator.execute(sql)).resolves.toBeDefined();
  });

  it('is refused if it consists of two statements', async () => {
    expect(await executeAndFail('select 1; select 2')).toStrictEqual({
      name: 'ValidationException',
      status: 400,
      message: "Multistatements aren't supported.",
    });
  });

  it('is refused if it has more than 65,536 characters', async () => {
    const longestStatement = `select 1 --${'x'.repeat(65_536 - 11)}`;
    await expect(emulator.execute(longestStatement)).resolves.toBeDefined();
    expect(await executeAndFail(`${longestStatement}x`)).toMatchObject({
      name: 'ValidationException',
      status: 400,
    });
  });

  it('is refused with a DatabaseErrorException if it is a COPY', async () => {
    expect(await executeAndFail('copy note to stdout')).toStrictEqual({
      name: 'DatabaseErrorException',
      status: 400,
      message: 'execute: unexpected message: CopyOutResponse',
    });
  });

  it.each(['do $$ begin perform :a; end $$', 'select (array[1,2,3])[1:2]'])(
    'is refused with a ValidationException if the Data API would rewrite it: %s',
    async (sql) => {
      expect(await executeAndFail(sql)).toMatchObject({
        name: 'ValidationException',
        message: expect.stringContaining('would rewrite it'),
      });
    },
  );

  it('fails with a DatabaseErrorException that ends with the SQLSTATE if its syntax is wrong', async () => {
    expect(await executeAndFail('selec 1')).toStrictEqual({
      name: 'DatabaseErrorException',
      status: 400,
      message: 'ERROR: syntax error at or near "selec"; Position: 1; SQLState: 42601',
    });
  });

  it('fails with the name of the constraint that it violates', async () => {
    await emulator.execute('insert into note (id) values (1)');
    expect((await executeAndFail('insert into note (id) values (1)')).message).toMatch(
      /^ERROR: .*"note_pkey"; Detail: .*SQLState: 23505$/,
    );
  });
});

describe('parameters', () => {
  it('of text are not cast to the type of the column that they are compared with', async () => {
    const sql = 'select * from note where key = :key';
    const key = [textParameter('key', '5f0c4a3e-6f2b-4c36-8f3a-0d0f0a6a1f11')];
    expect((await failureOf(emulator.execute(sql, key))).message).toMatch(/SQLState: 42883$/);
    await expect(emulator.execute(`${sql}::uuid`, key)).resolves.toMatchObject({ records: [] });
  });

  it('of text are not cast to the type of the column that they are inserted into', async () => {
    const sql = 'insert into note (id, key) values (2, :key)';
    const key = [textParameter('key', '5f0c4a3e-6f2b-4c36-8f3a-0d0f0a6a1f11')];
    expect((await failureOf(emulator.execute(sql, key))).message).toMatch(/SQLState: 42804$/);
  });

  it('are bound once for each occurrence, so two equal expressions with a parameter differ', async () => {
    const sql = 'select left(body, :n::int) from note group by left(body, :n::int)';
    const call = emulator.execute(sql, [{ name: 'n', value: { longValue: 1 } }]);
    expect((await failureOf(call)).message).toMatch(/SQLState: 42803$/);
  });

  it('may occur twice in a statement', async () => {
    expect(await emulator.readValue('select :a || :a', [textParameter('a', 'x')])).toEqual({
      stringValue: 'xx',
    });
  });

  it('must all have a value in the call', async () => {
    const { name, message } = await failureOf(
      emulator.execute('select :a || :b', [textParameter('a', 'x')]),
    );
    expect(name).toBe('DatabaseErrorException');
    expect(message).toMatch(/bind message supplies 1 parameters, .* requires 2; SQLState: 08P01$/);
  });

  it('may not be arrays', async () => {
    const arrayParameter = { name: 'a', value: { arrayValue: { longValues: [1] } } };
    expect(await failureOf(emulator.execute('select :a', [arrayParameter]))).toStrictEqual({
      name: 'ValidationException',
      status: 400,
      message: 'Array parameters are not supported',
    });
  });

  it('must have a value that is not an empty object', async () => {
    // Parsed from JSON, because TypeScript requires a member in the value.
    const empty = JSON.parse('{"name":"a","value":{}}');
    expect(await failureOf(emulator.execute('select :a', [empty]))).toStrictEqual({
      name: 'BadRequestException',
      status: 400,
      message: 'Parameter "a" has value with no field set',
    });
  });
});

describe('the members of a call', () => {
  it.each([
    [
      'another cluster',
      { resourceArn: 'arn:aws:rds:a:0:cluster:b' },
      'DatabaseNotFoundException',
      404,
    ],
    ['another secret', { secretArn: 'arn:aws:secretsmanager:b' }, 'SecretsErrorException', 400],
    ['another database', { database: 'other' }, 'DatabaseNotFoundException', 404],
    ['no database', { database: undefined }, 'BadRequestException', 400],
    ['a schema', { schema: 'public' }, 'ValidationException', 400],
    ['a cluster that is no ARN', { resourceArn: 'short' }, 'ValidationException', 400],
    ['an unknown transaction', { transactionId: 'x' }, 'TransactionNotFoundException', 404],
  ])('fail if they name %s', async (_what, more, name, status) => {
    expect(await executeAndFail('select 1', more)).toMatchObject({ name, status });
  });

  it('may include an ARN of up to 570 characters, as in the model of the Data API', async () => {
    const longestArn = `arn:${'x'.repeat(566)}`;
    expect((await executeAndFail('select 1', { resourceArn: longestArn })).name).toBe(
      'DatabaseNotFoundException',
    );
    expect((await executeAndFail('select 1', { resourceArn: `${longestArn}x` })).name).toBe(
      'ValidationException',
    );
  });

  it('are refused at an unknown path, or with a signature for another service', async () => {
    const postCall = (path: string, authorization: string) =>
      fetch(`${emulator.server.url}${path}`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ ...callTarget(), sql: 'select 1' }),
      });
    const signed = 'AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-1/rds-data/aws4_request, x';
    const answers = await Promise.all([
      postCall('/Execute', signed),
      postCall('/Execute', signed.replace('rds-data', 's3')),
      postCall('/ExecuteSql', signed),
      postCall('/toString', signed),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 404]);
    expect(answers[1]?.headers.get('x-amzn-errortype')).toBe('AccessDeniedException');
  });
});

describe('limits', () => {
  const selectRows = (count: number, value: string): string =>
    `select ${value} from generate_series(1, ${count})`;
  const uuid = "'5f0c4a3e-6f2b-4c36-8f3a-0d0f0a6a1f11'::uuid";

  it.each([
    [24_800, uuid],
    [6625, "repeat('x', 152)"],
    [522, "repeat('x', 2000)"],
  ])('allow a result of %i rows of %s', async (count, value) => {
    const { records } = await emulator.execute(selectRows(count, value));
    expect(records).toHaveLength(count);
  });

  it.each([
    [25_000, uuid],
    [6640, "repeat('x', 152)"],
    [523, "repeat('x', 2000)"],
  ])('refuse a result of %i rows of %s', async (count, value) => {
    expect(await executeAndFail(selectRows(count, value))).toStrictEqual({
      name: 'UnsupportedResultException',
      status: 400,
      message: 'The result exceeds the size limit 1 MB.',
    });
  });

  it('are counted in bytes, not in characters', async () => {
    expect((await executeAndFail(selectRows(20, "repeat('é', 30000)"))).message).toContain('1 MB');
    await expect(emulator.execute(selectRows(15, "repeat('é', 30000)"))).resolves.toBeDefined();
  });

  it('refuse a row over 64 KB', async () => {
    await expect(emulator.execute(selectRows(1, "repeat('x', 65530)"))).resolves.toBeDefined();
    expect(await executeAndFail(selectRows(1, "repeat('x', 65531)"))).toMatchObject({
      name: 'UnsupportedResultException',
      message: expect.stringContaining('64 KB'),
    });
  });

  it('refuse a request over 4 MiB, including its headers', async () => {
    const sendBytes = (bytes: number) =>
      failureOf(emulator.execute('select length(:a)', [textParameter('a', 'x'.repeat(bytes))]));
    expect(await sendBytes(4 * 1024 * 1024 - 500)).toMatchObject({
      name: 'RequestEntityTooLargeException',
      status: 413,
    });
    const fittingText = [textParameter('a', 'x'.repeat(4 * 1024 * 1024 - 5000))];
    await expect(emulator.readValue('select length(:a)', fittingText)).resolves.toEqual({
      longValue: 4 * 1024 * 1024 - 5000,
    });
  });
});
