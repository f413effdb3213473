import {
  BatchExecuteStatementCommand,
  type Field,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { failureOf, openEmulator, callTarget, textParameter, type Emulator } from './emulator.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.execute("create type mood as enum ('calm', 'wild')");
  await emulator.execute(
    'create table typed (id int generated always as identity, name text not null, note text)',
  );
});

afterAll(async () => emulator?.close());

describe('values in results', () => {
  it.each<[string, Field]>([
    ['7::int2', { longValue: 7 }],
    ['-7', { longValue: -7 }],
    ['7::int8', { longValue: 7 }],
    ['1.5::float8', { doubleValue: 1.5 }],
    ["'NaN'::float8", { doubleValue: NaN }],
    ["'-Infinity'::float4", { doubleValue: -Infinity }],
    ['1.50::numeric', { stringValue: '1.50' }],
    ['true', { booleanValue: true }],
    ['false', { booleanValue: false }],
    ["'\\x00ff'::bytea", { blobValue: new Uint8Array([0, 255]) }],
    ["''::text", { stringValue: '' }],
    ["'é😀'::varchar", { stringValue: 'é😀' }],
    ["'ab'::char(3)", { stringValue: 'ab ' }],
    ["'wild'::mood", { stringValue: 'wild' }],
    ['\'{"b":2,"a":1}\'::jsonb', { stringValue: '{"a": 1, "b": 2}' }],
    ["'10.0.0.1'::inet", { stringValue: '10.0.0.1' }],
    ["'2024-01-15'::date", { stringValue: '2024-01-15' }],
    ["'0044-03-15 BC'::date", { stringValue: '0044-03-15 BC' }],
    ["'10:00'::time", { stringValue: '10:00:00' }],
    ["'10:00:00.5'::time", { stringValue: '10:00:00.500' }],
    ["'2024-01-15 03:34:56'::timestamp", { stringValue: '2024-01-15 03:34:56' }],
    ["'2024-01-15 03:34:56.1234'::timestamp", { stringValue: '2024-01-15 03:34:56.123400' }],
    ["'2024-01-15 04:34:56.5+01'::timestamptz", { stringValue: '2024-01-15 03:34:56.500' }],
    ['null::text', { isNull: true }],
    ['int4range(1, 5)', { stringValue: '[1,5)' }],
  ])('are the same as from the Data API of AWS: %s', async (expression, field) => {
    expect(await emulator.readValue(`select ${expression}`)).toEqual(field);
  });

  it.each<[string, Field]>([
    ["'{1,NULL,3}'::int4[]", { arrayValue: { longValues: [1, null, 3] as number[] } }],
    ["'{}'::text[]", { arrayValue: { stringValues: [] } }],
    [
      "array['', 'a,b', 'q\"\\', 'NULL', '{', null]",
      { arrayValue: { stringValues: ['', 'a,b', 'q"\\', 'NULL', '{', null] as string[] } },
    ],
    ["array['']", { arrayValue: { stringValues: [''] } }],
    ["'[0:2]={1,2,3}'::int8[]", { arrayValue: { longValues: [1, 2, 3] } }],
    ["'{1.5,2}'::float8[]", { arrayValue: { doubleValues: [1.5, 2] } }],
    ["'{1.50}'::numeric[]", { arrayValue: { stringValues: ['1.50'] } }],
    ["'{t,f}'::bool[]", { arrayValue: { booleanValues: [true, false] } }],
    ["array['2024-01-15'::date]", { arrayValue: { stringValues: ['2024-01-15'] } }],
    ['null::int4[]', { isNull: true }],
  ])('are lists for %s', async (expression, field) => {
    expect(await emulator.readValue(`select ${expression}`)).toEqual(field);
  });

  it.each([
    ["'1 day'::interval", 'INTERVAL'],
    ['null::interval', 'INTERVAL'],
    ["'10:00+01'::timetz", 'TIMETZ'],
    ['1::money', 'MONEY'],
    ['point(1, 2)', 'POINT'],
    ['\'a\'::"char"', 'CHAR'],
    ["'pg_class'::regclass", 'REGCLASS'],
    ["'[2024-01-01,2024-01-02)'::daterange", 'DATERANGE'],
    ["'a'::tsvector", 'TSVECTOR'],
    ["st_geomfromtext('POINT(1 2)')", 'GEOMETRY'],
    ['null::interval[]', 'INTERVAL'],
    ["'{1 day}'::interval[]", 'INTERVAL'],
  ])('are refused with UnsupportedResultException for %s', async (expression, name) => {
    expect(await failureOf(emulator.execute(`select ${expression}`))).toStrictEqual({
      name: 'UnsupportedResultException',
      status: 400,
      message: `The result contains the unsupported data type ${name}.`,
    });
  });

  it.each(["'{{1,2},{3,4}}'::int4[]", "'[0:1][1:1]={{1},{2}}'::int4[]"])(
    'are refused if they are nested lists: %s',
    async (expression) => {
      const { name, message } = await failureOf(emulator.execute(`select ${expression}`));
      expect(name).toBe('UnsupportedResultException');
      expect(message).toMatch(/^The result contains a multidimensional array/);
    },
  );

  it.each(["'infinity'::timestamptz", "'-infinity'::date"])(
    'fail with InternalFailure for %s, as in the Data API',
    async (expression) => {
      expect(await failureOf(emulator.execute(`select ${expression}`))).toMatchObject({
        name: 'InternalFailure',
        status: 500,
      });
    },
  );

  it('keep all digits of a long if longReturnType is STRING', async () => {
    const asText = { resultSetOptions: { longReturnType: 'STRING' } } as const;
    const sql = 'select 9007199254740993';
    expect(await emulator.readValue(sql, [], asText)).toEqual({ stringValue: '9007199254740993' });
    expect(await emulator.readValue('select array[1::int8]', [], asText)).toEqual({
      arrayValue: { stringValues: ['1'] },
    });
  });

  it('are numbers for decimals if decimalReturnType is DOUBLE_OR_LONG', async () => {
    const asNumber = { resultSetOptions: { decimalReturnType: 'DOUBLE_OR_LONG' } } as const;
    expect(await emulator.readValue('select 1.5', [], asNumber)).toEqual({ doubleValue: 1.5 });
    expect(await emulator.readValue('select 2::numeric', [], asNumber)).toEqual({ longValue: 2 });
  });
});

describe('values of parameters', () => {
  it.each<[string, SqlParameter['value'], string]>([
    ['a text', { stringValue: 'x' }, 'text'],
    ['a long', { longValue: 1 }, 'bigint'],
    ['a double', { doubleValue: 1.5 }, 'double precision'],
    ['a boolean', { booleanValue: true }, 'boolean'],
    ['a blob', { blobValue: new Uint8Array([1]) }, 'bytea'],
  ])('have the type of %s', async (_kind, value, type) => {
    expect(await emulator.readValue('select pg_typeof(:a)::text', [{ name: 'a', value }])).toEqual({
      stringValue: type,
    });
  });

  it.each([
    ['UUID', '5f0c4a3e-6f2b-4c36-8f3a-0d0f0a6a1f11', 'uuid'],
    ['JSON', '{}', 'jsonb'],
    ['DATE', '2024-01-15', 'date'],
    ['TIME', '10:00:00', 'time without time zone'],
    ['TIMESTAMP', '2024-01-15 10:00:00', 'timestamp without time zone'],
    ['DECIMAL', '1.50', 'numeric'],
  ] as const)('have the type of the hint %s', async (typeHint, value, type) => {
    const parameter = { ...textParameter('a', value), typeHint };
    expect(await emulator.readValue('select pg_typeof(:a)::text', [parameter])).toEqual({
      stringValue: type,
    });
  });

  it('may be null, for any type', async () => {
    const nullParameter = [{ name: 'a', value: { isNull: true } }];
    expect(await emulator.readValue('select :a::int is null', nullParameter)).toEqual({
      booleanValue: true,
    });
  });

  it('are returned unchanged', async () => {
    const bytes = new Uint8Array([0, 39, 92, 255]);
    const blob = [{ name: 'a', value: { blobValue: bytes } }];
    expect(await emulator.readValue('select :a', blob)).toEqual({ blobValue: bytes });
    const oddText = 'it\'s "é" \\ :a $1 😀';
    expect(await emulator.readValue('select :a', [textParameter('a', oddText)])).toEqual({
      stringValue: oddText,
    });
  });
});

describe('a result', () => {
  it('contains the number of changed rows only if it contains no rows', async () => {
    const insert = "insert into typed (name) values ('a'), ('b')";
    expect(await emulator.execute(insert)).toMatchObject({
      generatedFields: [],
      numberOfRecordsUpdated: 2,
    });
    expect(await emulator.execute(`${insert} returning name`)).toMatchObject({
      numberOfRecordsUpdated: 0,
      records: [[{ stringValue: 'a' }], [{ stringValue: 'b' }]],
    });
  });

  it('contains metadata if includeResultMetadata is set, even without rows', async () => {
    const sql = 'select id, name as label, note, 1 as one, array[1] as list from typed where false';
    const { columnMetadata, records } = await emulator.execute(sql, [], {
      includeResultMetadata: true,
    });
    expect(records).toEqual([]);
    const source = { schemaName: 'public', tableName: 'typed' };
    expect(columnMetadata).toMatchObject([
      { name: 'id', ...source, typeName: 'int4', type: 4, nullable: 0, isAutoIncrement: true },
      { name: 'label', ...source, typeName: 'text', type: 12, nullable: 0, isSigned: false },
      { name: 'note', ...source, nullable: 1, isAutoIncrement: false },
      { name: 'one', schemaName: '', tableName: '', nullable: 2, isSigned: true },
      { name: 'list', typeName: '_int4', type: 2003, arrayBaseColumnType: 4 },
    ]);
    expect((await emulator.execute(sql)).columnMetadata).toBeUndefined();
  });

  it('is one JSON text if formatRecordsAs is JSON', async () => {
    const asJson = { formatRecordsAs: 'JSON' } as const;
    const sql = `select 1 as a, 'x' as b, '{"c":1}'::jsonb as c, array[1,2] as d, null as e, 1.50 as f`;
    const answer = await emulator.execute(sql, [], asJson);
    expect(answer.records).toBeUndefined();
    expect(JSON.parse(answer.formattedRecords ?? '')).toEqual([
      { a: 1, b: 'x', c: '{"c": 1}', d: [1, 2], e: null, f: '1.50' },
    ]);
    expect(await failureOf(emulator.execute('select 1 as a, 2 as a', [], asJson))).toMatchObject({
      name: 'BadRequestException',
    });
  });
});

describe('a batch', () => {
  const runBatch = (parameterSets: SqlParameter[][]) =>
    emulator.client.send(
      new BatchExecuteStatementCommand({
        ...callTarget(),
        sql: 'insert into typed (name) values (:name)',
        parameterSets,
      }),
    );

  it('runs a statement once for each set of parameters, and returns no rows', async () => {
    const { updateResults } = await runBatch([
      [textParameter('name', 'p')],
      [textParameter('name', 'q')],
    ]);
    expect(updateResults).toEqual([{ generatedFields: [] }, { generatedFields: [] }]);
    expect(await emulator.readValue("select count(*) from typed where name in ('p', 'q')")).toEqual(
      {
        longValue: 2,
      },
    );
  });

  it('stores nothing if one of the sets fails', async () => {
    const nullParameter = { name: 'name', value: { isNull: true } };
    expect(
      (await failureOf(runBatch([[textParameter('name', 'r')], [nullParameter]]))).message,
    ).toMatch(/23502$/);
    expect(await emulator.readValue("select count(*) from typed where name = 'r'")).toEqual({
      longValue: 0,
    });
  });
});
