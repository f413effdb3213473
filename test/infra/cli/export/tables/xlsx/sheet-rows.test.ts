import { describe, expect, it } from 'vitest';

import {
  columnLetters,
  writeSheetRow,
} from '../../../../../../infra/cli/export/tables/xlsx/sheet-rows.ts';

const contentOf = (text: string): string =>
  writeSheetRow([text], 2, ['a'])
    .replace(/^.*?"preserve">/s, '')
    .replace(/<\/t>.*$/s, '');

describe('a row of a sheet', () => {
  it('has numbers with every digit, booleans and texts, each in its place; empty cells are left out', () => {
    expect(writeSheetRow([JSON.rawJSON('-12.50'), null, true, 'x'], 3, ['a', 'b', 'c', 'd'])).toBe(
      '<row r="3"><c r="A3"><v>-12.50</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="inlineStr"><is><t xml:space="preserve">x</t></is></c></row>',
    );
  });

  it.each([
    ['<b> & "c"', '&lt;b&gt; &amp; "c"'],
    ['=1+1', '=1+1'],
    ['bell\u0007', 'bell_x0007_'],
    ['_x0007_', '_x005F_x0007_'],
    ['a\r\nb', 'a&#xD;\nb'],
    ['\ud800', '\ufffd'],
  ])('has each text as the format escapes it: %j', (text, written) => {
    expect(contentOf(text)).toBe(written);
  });

  it('is refused beyond the last row, and with a text that is too long', () => {
    expect(() => writeSheetRow([''], 1_048_577, ['a'])).toThrow('more than 1048575 rows');
    expect(() => writeSheetRow(['x'.repeat(32_768)], 2, ['a'])).toThrow('column "a", cell A2');
    expect(writeSheetRow(['x'.repeat(32_767)], 2, ['a'])).toContain('xxx');
  });

  it('has columns with letters', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });
});
