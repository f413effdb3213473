import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { byteOrderMark, writeCsvLine } from '../../../../lib/serializers/tables/csv.ts';
import { unguardText } from '../../../../lib/serializers/tables/guard-text.ts';

const cells = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", "''", '"', ',', '\n'), fc.string())
    .map((parts) => parts.join('')),
);

describe('a CSV file', () => {
  it('is read back as the texts that were written, after the apostrophes are taken away', () => {
    const tables = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(tables, (rows) => {
        const text = `${byteOrderMark}${rows.map(writeCsvLine).join('')}`;
        const records: readonly (readonly string[])[] = parse(text, {
          bom: true,
          record_delimiter: '\r\n',
          skip_empty_lines: false,
        });
        expect(records.map((record) => record.map(unguardText))).toEqual(rows);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+44', "'+44"],
    ['-', "'-"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ["'tis", "''tis"],
    ['1=1', '1=1'],
  ])('has no text that a spreadsheet computes: %j', (text, written) => {
    expect(writeCsvLine([text])).toBe(`${written}\r\n`);
  });

  it('has numbers with every digit and geometries as well-known text, without an apostrophe', () => {
    const point = { type: 'Point', coordinates: [-1.5, JSON.rawJSON('51.50')] };
    expect(
      writeCsvLine([-5, JSON.rawJSON('-12.50'), true, null, { kind: 'geometry', geometry: point }]),
    ).toBe('-5,-12.50,true,,POINT (-1.5 51.50)\r\n');
  });
});
