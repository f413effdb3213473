import { describe, expect, it } from 'vitest';

import { refusedText, readText } from './parse.ts';

const property = (name: string) => ({ kind: 'property', name });
const text = (value: string) => ({ kind: 'text', text: value });
const equals = (left: unknown, right: unknown) => ({
  kind: 'comparison',
  operator: '=',
  left,
  right,
});

describe('filters that clients send', () => {
  it('are read with the outer brackets and quoted names of QGIS', () => {
    expect(readText(`(("monument_type" = 'Barrow') AND (NOT ("n" IS NULL)))`)).toEqual({
      kind: 'and',
      filters: [
        equals(property('monument_type'), text('Barrow')),
        { kind: 'not', filter: { kind: 'isNull', value: property('n') } },
      ],
    });
  });

  it('are read with ILIKE as QGIS writes it', () => {
    const folded = (value: unknown) => ({ kind: 'casei', value });
    expect(readText("(CASEI(a) LIKE CASEI('b'))")).toEqual({
      kind: 'like',
      value: folded(property('a')),
      pattern: folded(text('b')),
    });
  });

  it('are read with the box, dates and times of QGIS', () => {
    const sent = [
      'S_INTERSECTS(geometry,BBOX(-2,51,-1,52))',
      `("surveyed" >= DATE('1985-01-01'))`,
      `("changed" < TIMESTAMP('2026-11-29T12:00:00.000Z'))`,
    ];
    expect(sent.map((one) => readText(one).kind)).toEqual(['spatial', 'comparison', 'comparison']);
  });

  it('are read with the LIKE and the doubled brackets of GDAL', () => {
    expect(readText("NOT ((name LIKE 'Ba%'))").kind).toBe('not');
  });
});

describe('texts', () => {
  it('have a quotation mark written twice, or after a backslash', () => {
    expect(readText("a = 'St Mary''s'")).toEqual(equals(property('a'), text("St Mary's")));
    expect(readText("a = 'St Mary\\'s'")).toEqual(equals(property('a'), text("St Mary's")));
    expect(readText("a = ''''")).toEqual(equals(property('a'), text("'")));
    expect(readText("a = ''")).toEqual(equals(property('a'), text('')));
  });

  it('may end in a backslash, as QGIS sends it', () => {
    const filter = readText("(a = 'C:\\photos\\') AND (b = 'x')");
    expect(filter).toEqual({
      kind: 'and',
      filters: [equals(property('a'), text('C:\\photos\\')), equals(property('b'), text('x'))],
    });
  });

  it('may have any characters, such as line ends and emoji', () => {
    expect(readText("a = '\n🏛 --'")).toEqual(equals(property('a'), text('\n🏛 --')));
  });
});

describe('names', () => {
  it('are bare with letters of any script, digits, dots, colons and underscores', () => {
    for (const name of ['état', 'a.b_1', 'crm:P2', '名前', 'date', 'point']) {
      expect(readText(`${name}=1`)).toEqual(
        equals(property(name), { kind: 'number', decimal: '1' }),
      );
    }
  });

  it('are anything in double quotation marks', () => {
    expect(readText('"type of ""site"" (AND)" = \'x\'')).toEqual(
      equals(property('type of "site" (AND)'), text('x')),
    );
  });

  it('that are words of the grammar need quotation marks', () => {
    expect(readText('"and" = \'x\'')).toEqual(equals(property('and'), text('x')));
    expect(refusedText("null = 'x'")).toEqual([
      expect.stringContaining('a name NULL in double quotation marks'),
      "null = 'x'",
    ]);
  });
});

describe('keywords', () => {
  it('are read in any case', () => {
    expect(readText("a Is Not Null aNd b lIkE 'x' Or nOt c bEtWeEn 1 and 2")).toEqual(
      readText("a IS NOT NULL AND b LIKE 'x' OR NOT c BETWEEN 1 AND 2"),
    );
    expect(readText("s_Within(g, point(1 2)) and t_metby(d, date('2020-01-01'))")).toEqual(
      readText("S_WITHIN(g, POINT(1 2)) AND T_METBY(d, DATE('2020-01-01'))"),
    );
  });
});

describe('numbers', () => {
  it('keep every digit, in the spelling of JSON', () => {
    const spellings = {
      '12345678901234567890.10': '12345678901234567890.10',
      '007': '7',
      '.50': '0.50',
      '5.': '5',
      '+5': '5',
      '-1E+3': '-1e+3',
    };
    for (const [written, decimal] of Object.entries(spellings)) {
      expect(readText(`a = ${written}`)).toEqual(
        equals(property('a'), { kind: 'number', decimal }),
      );
    }
  });

  it('that the database cannot hold are refused', () => {
    expect(refusedText('a = 1e999999')).toEqual([
      'The number is too large or has too many digits.',
      '1e999999',
    ]);
  });
});

describe('a text that is no filter', () => {
  const refused: readonly (readonly [text: string, rest: string, advice: RegExp])[] = [
    ['', '', /the filter ends, where a value/],
    ['a =', '', /the filter ends/],
    ['a = 1 b = 2', 'b = 2', /AND, OR or the end/],
    ['a = 1 AND', '', /the filter ends/],
    ['(a = 1', '', /a comma or "\)"/],
    ['a = 1)', ')', /AND, OR or the end/],
    ["a = 'x", "'x", /not closed/],
    ['a = "x', '"x', /not closed/],
    ['"" = 1', '"" = 1', /must not be empty/],
    ['a == 1', '= 1', /a value/],
    ['a = 1 ; drop', '; drop', /has no meaning/],
    ['listed', 'listed', /listed = TRUE|name = TRUE/],
    ["'x'", "'x'", /condition/],
    ['(1, 2)', '(1, 2)', /condition/],
    ['a AND b = 1', 'a AND b = 1', /alone is no condition/],
    ['(a = 1) = TRUE', '(a = 1) = TRUE', /= needs a text, number/],
    ['a = 1 = 2', '= 2', /AND, OR or the end/],
    ['a LIKE b', 'b', /pattern in single quotation marks/],
    ["a BETWEEN 'x' AND 'y'", "'x' AND 'y'", /BETWEEN needs a number/],
    ['a BETWEEN 1 OR 2', 'OR 2', /AND/],
    ['a IN ()', ')', /a value/],
    ['a IN (1', '', /a comma/],
    ['a IS 1', '1', /NULL/],
    ['a NOT = 1', '= 1', /LIKE, BETWEEN or IN/],
    ['CASEI(1) = 1', '1) = 1', /CASEI needs a text/],
    ['S_WITHIN(a)', 'S_WITHIN(a)', /needs 2 arguments, and has 1/],
    ["S_WITHIN(a, 'x')", "'x')", /a geometry such as/],
    ['T_AFTER(a, 1)', '1)', /TIMESTAMP/],
    ['A_CONTAINS(a, 1)', '1)', /a list/],
    ["isNull(a) AND b = 'x'", "isNull(a) AND b = 'x'", /IS NULL/],
    ["a = DATE('1850-02-30')", "DATE('1850-02-30')", /overlaps/],
    ["a = DATE('-0500-01-01')", "DATE('-0500-01-01')", /overlaps/],
    ["a = DATE('1850')", "DATE('1850')", /1850-03-21/],
    ['a = DATE(1850)', '1850)', /a text in single/],
    ["a = TIMESTAMP('1850-01-01T00:00:00+01:00')", "TIMESTAMP('1850-01-01T00:00:00+01:00')", /Z/],
    [
      "T_DURING(a, INTERVAL('1900-01-02', '1900-01-01'))",
      "INTERVAL('1900-01-02', '1900-01-01'))",
      /Swap/,
    ],
    ["T_DURING(a, INTERVAL('1900', '..'))", "'1900', '..'))", /'\.\.'/],
    ['S_WITHIN(a, BBOX(1, 2, 3))', 'BBOX(1, 2, 3))', /four numbers/],
    ['S_WITHIN(a, BBOX(1, 4, 3, 2))', 'BBOX(1, 4, 3, 2))', /upside down/],
    ['S_WITHIN(a, POINT(1))', '))', /numbers/],
    ['S_WITHIN(a, POINT(1 2)', '', /"\)"|a comma/],
    ['S_WITHIN(a, LINESTRING(1 2))', 'LINESTRING(1 2))', /at least 2/],
    ['S_WITHIN(a, POLYGON((0 0, 1 0, 1 1)))', 'POLYGON((0 0, 1 0, 1 1)))', /at least 4/],
    [
      'S_WITHIN(a, POLYGON((0 0, 1 0, 1 1, 0 1)))',
      'POLYGON((0 0, 1 0, 1 1, 0 1)))',
      /ring is open/,
    ],
    ['S_WITHIN(a, LINESTRING(0 0, 1 1 1))', 'LINESTRING(0 0, 1 1 1))', /a height, or none/],
    ['S_WITHIN(a, MULTIPOINT(EMPTY))', 'MULTIPOINT(EMPTY))', /position/],
    [
      'S_WITHIN(a, GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(0 0))))',
      'GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(0 0))))',
      /type Point/,
    ],
    ['a = POINT(1 2)', 'POINT(1 2)', /= needs a text/],
  ];

  it.each(refused)('is refused with advice and a position: %s', (written, rest, advice) => {
    expect(refusedText(written)).toEqual([expect.stringMatching(advice), rest]);
  });
});
