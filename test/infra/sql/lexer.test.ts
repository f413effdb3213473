import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  findHazards,
  listParameterNames,
  findParameterOccurrences,
  splitStatements,
  tokenize,
} from '../../../infra/sql/lexer.ts';

// Pieces that combine into texts in which quotes, comments and parameters meet in many ways.
const piece = fc.oneof(
  fc.constantFrom("'", '"', '$$', '$tag$', '/*', '*/', '--', '\n', ';', ':', '::', ':a', "E'"),
  fc.constantFrom('begin atomic', 'case', 'end', '[1:2]', '\\', '$1', '1.5e3', 'é', '😀', '/', '-'),
  fc.string({ maxLength: 4 }),
);
const anySql = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);

describe('the tokens of SQL text', () => {
  it('join to the original text', () => {
    fc.assert(
      fc.property(anySql, (sql) => {
        const tokens = [...tokenize(sql)];
        expect(tokens.map((token) => token.text).join('')).toBe(sql);
        expect(tokens.every((token) => sql.startsWith(token.text, token.offset))).toBe(true);
      }),
    );
  });

  it('are never empty', () => {
    fc.assert(
      fc.property(anySql, (sql) => {
        expect([...tokenize(sql)].every((token) => token.text.length > 0)).toBe(true);
      }),
    );
  });

  it.each([
    ["E'it\\'s :a'", 'string'],
    ["'it''s :a'", 'string'],
    ['"a""b"', 'identifier'],
    ['/* one /* two */ :a */', 'comment'],
    ['$body$ $$ :a $$ $body$', 'dollar-quoted'],
    ['::', 'cast'],
    [':=', 'operator'],
    [':a', 'parameter'],
    ['a$b$', 'word'],
  ])('include %s as one %s', (sql, kind) => {
    expect([...tokenize(sql)]).toEqual([{ kind, text: sql, offset: 0 }]);
  });

  it('end an operator before a comment', () => {
    expect([...tokenize('1+--x')].map((token) => token.kind)).toEqual([
      'number',
      'operator',
      'comment',
    ]);
  });
});

describe('the parameters that the Data API finds', () => {
  it('never include names in quotes or comments', () => {
    const quotes: readonly (readonly [string, string])[] = [
      ["'", "'"],
      ['"', '"'],
      ['/*', '*/'],
      ['--', '\n'],
    ];
    fc.assert(
      fc.property(name, fc.constantFrom(...quotes), (word, [open, close]) => {
        expect(listParameterNames(`select ${open} :${word} ${close} , :seen`)).toEqual(['seen']);
      }),
    );
  });

  it('include each occurrence of a name', () => {
    expect(findParameterOccurrences('select :a, :b, :a')).toEqual([
      { name: 'a', offset: 7 },
      { name: 'b', offset: 11 },
      { name: 'a', offset: 15 },
    ]);
  });

  it('may be numbers, and end before a cast', () => {
    expect(listParameterNames('select :1::int4, :p2::uuid')).toEqual(['1', 'p2']);
  });

  it('include names within dollar quotes, as in the Data API', () => {
    expect(listParameterNames('select $$a :b c$$')).toEqual(['b']);
  });

  it('include the end of a slice, as in the Data API', () => {
    expect(listParameterNames('select a[1:2]')).toEqual(['2']);
  });
});

describe('hazards of SQL text in the Data API', () => {
  it.each([
    ['do $$ begin perform :b; end $$', ':b', 'dollar-quoted'],
    ["create function f() returns text language sql as $$ select ':b' $$", ':b', 'dollar-quoted'],
    ['select a[1:2]', ':2', 'slice'],
    ['select a[:2]', ':2', 'slice'],
    ['select a[i:j]', ':j', 'slice'],
    ["select $$it's$$, :a", ':a', 'hidden'],
  ])('are found in %s', (sql, text, kind) => {
    expect(findHazards(sql)).toMatchObject([{ text, kind }]);
  });

  it.each([
    'select array[:a, :b]',
    'select a[:i]',
    'select a[1 : 2]',
    'select a[:i + :j]',
    'do $$ declare n int := 1; begin perform n::text; end $$',
    "select '12:30', :a::text[]",
  ])('are not found in %s', (sql) => {
    expect(findHazards(sql)).toEqual([]);
  });

  it('include the text, its line and the reason in their message', () => {
    expect(findHazards('select 1,\n  a[1:2]')[0]?.message).toMatch(/^:2 \(line 2\) .*slice.*space/);
  });
});

describe('splitStatements', () => {
  it('splits at semicolons and omits empty statements', () => {
    expect(splitStatements('select 1; ;\n-- only this\n; select 2')).toEqual([
      'select 1',
      '-- only this\n; select 2'.slice(15),
    ]);
  });

  it.each([
    "select ';'",
    'select ";"',
    "select E'\\';'",
    'select 1 /* ; /* ; */ ; */',
    'do $$ begin null; end $$',
    'do $a$ begin execute $$;$$; end $a$',
    'create function f() returns int begin atomic select 1; select 2; end',
    'create function f() returns int begin atomic select case when true then case 1 when 1 then 2 end end; end',
  ])('keeps %s together', (statement) => {
    expect(splitStatements(`${statement};\nselect 2;`)).toEqual([statement, 'select 2']);
  });

  it('recognises begin atomic in any case and spacing', () => {
    const body = 'create function f() returns int BEGIN /* now */\n ATOMIC select 1; END';
    expect(splitStatements(`${body}; select 2`)).toEqual([body, 'select 2']);
  });

  it('treats a begin without atomic as a statement of its own', () => {
    expect(splitStatements('begin; select 1; end')).toEqual(['begin', 'select 1', 'end']);
  });

  it('drops only semicolons, comments between statements and white space', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        const statements = names.map((word) => `select '${word};' as "${word}"`);
        expect(splitStatements(statements.join(' ; '))).toEqual(statements);
      }),
    );
  });
});
