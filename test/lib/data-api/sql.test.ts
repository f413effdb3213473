import { describe, expect, it } from 'vitest';

import {
  boolean,
  int,
  joinTables,
  json,
  jsonString,
  rawSql,
  sql,
  text,
  textArray,
  unionQueries,
  uuid,
  uuidArray,
} from '../../../lib/data-api/sql.ts';

describe('the sql tag', () => {
  it('writes a parameter with its cast for each interpolation', () => {
    const statement = sql`select ${int(1)}, ${uuid('a')}`;
    expect(statement.text).toBe('select :p1::int4, :p2::uuid');
    expect(statement.parameters).toEqual([
      { name: 'p1', value: { stringValue: '1' } },
      { name: 'p2', value: { stringValue: 'a' } },
    ]);
  });

  it('creates a separate parameter for each occurrence of a value', () => {
    const id = uuid('a');
    expect(sql`${id} ${id}`.text).toBe(':p1::uuid :p2::uuid');
  });

  it('binds null as isNull, and keeps the cast', () => {
    const statement = sql`select ${text(null)}`;
    expect(statement.text).toBe('select :p1::text');
    expect(statement.parameters[0]?.value).toEqual({ isNull: true });
  });

  it('embeds another statement, and continues the numbers of the parameters', () => {
    const inner = sql`a = ${int(2)} and b = ${boolean(true)}`;
    const outer = sql`select ${int(1)} where ${inner} limit ${int(3)}`;
    expect(outer.text).toBe(
      'select :p1::int4 where a = :p2::int4 and b = :p3::boolean limit :p4::int4',
    );
    expect(outer.parameters.map(({ name }) => name)).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(outer.parameters[2]?.value).toEqual({ booleanValue: true });
  });

  it('embeds statements at any depth', () => {
    const deep = sql`(${sql`(${sql`${int(7)}`}, ${int(8)})`}, ${int(9)})`;
    expect(deep.text).toBe('((:p1::int4, :p2::int4), :p3::int4)');
    expect(deep.parameters.map(({ value }) => value?.stringValue)).toEqual(['7', '8', '9']);
  });

  it('sends JSON text unchanged, so that its numbers keep their digits', () => {
    const { parameters } = sql`${jsonString('{"n":12345678901234567890.10}')}`;
    expect(parameters[0]?.value).toEqual({ stringValue: '{"n":12345678901234567890.10}' });
  });

  it('sends a value as JSON', () => {
    expect(sql`${json({ a: [1] })}`.parameters[0]?.value).toEqual({ stringValue: '{"a":[1]}' });
  });

  it('writes lists as array literals, with quotes and backslashes escaped', () => {
    expect(sql`${textArray(['a"b', 'c\\d', ''])}`.parameters[0]?.value).toEqual({
      stringValue: '{"a\\"b","c\\\\d",""}',
    });
    expect(sql`${uuidArray(['x', 'y'])}`.parameters[0]?.value).toEqual({ stringValue: '{x,y}' });
  });

  it('has rawSql as its counterpart without parameters', () => {
    expect(rawSql('select 1')).toEqual({ text: 'select 1', parameters: [] });
  });
});

describe('a list of common table expressions', () => {
  const first = sql`a as (select ${int(1)})`;
  const second = sql`b as (select ${int(2)})`;

  it('has commas between them, and their parameters in the same order', () => {
    const list = joinTables([first, second]);
    expect(list.text).toBe('a as (select :p1::int4),\nb as (select :p2::int4)');
    expect(list.parameters.map(({ value }) => value?.stringValue)).toEqual(['1', '2']);
  });

  it.each([
    [[undefined, first, second], '\na as (select :p1::int4),\nb as (select :p2::int4)'],
    [[first, undefined, second], 'a as (select :p1::int4),\n\nb as (select :p2::int4)'],
    [[first, second, undefined], 'a as (select :p1::int4),\nb as (select :p2::int4)\n'],
    [[first, undefined, undefined], 'a as (select :p1::int4)\n\n'],
  ])('leaves out an undefined one with its comma, but not its line', (tables, text) => {
    expect(joinTables(tables).text).toBe(text);
  });

  it('is indented if it stands within a statement', () => {
    expect(joinTables([sql`a`, undefined, sql`b`], '  ').text).toBe('a,\n  \n  b');
  });

  it('can be part of another list', () => {
    expect(joinTables([joinTables([first, second]), sql`c as (select ${int(3)})`]).text).toBe(
      'a as (select :p1::int4),\nb as (select :p2::int4),\nc as (select :p3::int4)',
    );
  });
});

describe('a union of queries', () => {
  it('leaves out undefined queries, but not their lines', () => {
    const union = unionQueries([sql`select ${int(1)}`, undefined, sql`select ${int(2)}`], '  ');
    expect(union.text).toBe('select :p1::int4\n  \n  union select :p2::int4');
    expect(union.parameters).toHaveLength(2);
  });
});
