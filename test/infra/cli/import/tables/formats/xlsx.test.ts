import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openXlsx } from '../../../../../../infra/cli/import/tables/formats/xlsx/open-xlsx.ts';
import type { FileRow } from '../../../../../../infra/cli/import/tables/table-cell.ts';
import { workbookParts, zip } from './zip-workbook.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-xlsx-'));
});

afterAll(async () => rm(folder, { recursive: true }));

async function readRows(content: Uint8Array): Promise<readonly FileRow[]> {
  const file = path.join(folder, 'sites.xlsx');
  await writeFile(file, content);
  const { tables, close } = await openXlsx(file);
  try {
    const [table] = tables;
    return table === undefined ? [] : await Array.fromAsync(table.readRows());
  } finally {
    close();
  }
}

const headings = '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>';

/** Reads the cell in the second column of the only row. */
async function readCell(cell: string): Promise<unknown> {
  const row = `<row r="4"><c r="A4"><v>7</v></c>${cell}</row>`;
  const [read] = await readRows(zip(workbookParts(headings + row)));
  return read?.cells[1];
}

describe('a workbook', () => {
  it('has headings in its first row with a value, and rows with the numbers that people see', async () => {
    const row =
      '<row r="4"><c r="A4"><v>7</v></c><c r="B4" t="inlineStr"><is><t>Mill_x0041_</t></is></c></row>';
    const file = path.join(folder, 'headings.xlsx');
    await writeFile(
      file,
      zip(workbookParts(`<row r="1"/>${headings}<row r="3"><c r="A3"/></row>${row}`)),
    );
    const { tables, close } = await openXlsx(file);
    const [table] = tables;
    expect([table?.name, table?.headings]).toEqual(['Sites', ['Ref', 'Name']]);
    expect(await Array.fromAsync(table?.readRows() ?? [])).toEqual([
      { number: 4, cells: ['7', 'MillA'] },
    ]);
    close();
  });

  it.each([
    [
      'a number with the noise of binary numbers',
      '<c r="B4"><v>0.10000000000000001</v></c>',
      '0.1',
    ],
    [
      'more digits than a spreadsheet has',
      '<c r="B4"><v>12345678901234567890.5</v></c>',
      '12345678901234567890.5',
    ],
    ['a number as a text', '<c r="B4" t="str"><v>007</v></c>', '007'],
    ['a date', '<c r="B4" s="1"><v>36526</v></c>', '2000-01-01'],
    ['a date before the leap day that never was', '<c r="B4" s="1"><v>59</v></c>', '1900-02-28'],
    ['a date with a time', '<c r="B4" s="2"><v>36526.75</v></c>', '2000-01-01T18:00:00'],
    ['a number with a unit', '<c r="B4" s="3"><v>3</v></c>', '3'],
    ['a boolean', '<c r="B4" t="b"><v>1</v></c>', 'true'],
    ['the result of a formula', '<c r="B4"><f>1+1</f><v>2</v></c>', '2'],
    ['an empty cell', '<c r="B4" s="1"/>', ''],
  ])('has %s', async (_case, cell, text) => {
    expect(await readCell(cell)).toBe(text);
  });

  it.each([
    ['a formula without a result', '<c r="B4"><f>NOW()</f></c>', 'formula_without_value'],
    ['an error', '<c r="B4" t="e"><v>#REF!</v></c>', 'error_value'],
    ['a date that is none', '<c r="B4" s="1"><v>60</v></c>', 'no_such_date'],
  ])('has a fault in a cell with %s', async (_case, cell, code) => {
    expect(await readCell(cell)).toMatchObject({ kind: 'fault', code });
  });

  const anyRow = '<row r="4"><c r="A4"><v>7</v></c></row>';

  it.each([
    [
      'has merged cells',
      zip(
        workbookParts(
          headings + anyRow,
          '<mergeCells count="1"><mergeCell ref="A4:B5"/></mergeCells>',
        ),
      ),
      'merged_cells',
    ],
    [
      'has a value without a heading',
      zip(workbookParts(`${headings}<row r="4"><c r="D4"><v>1</v></c></row>`)),
      'malformed_xlsx',
    ],
    ['is cut off', zip(workbookParts(headings + anyRow)).subarray(0, 900), 'malformed_xlsx'],
    ['is no archive', Buffer.from('Ref,Name\n'), 'malformed_xlsx'],
    ['has no sheets', zip([['readme.txt', 'no workbook']]), 'malformed_xlsx'],
    ['has XML that is not well-formed', zip(workbookParts(`${headings}<row>`)), 'malformed_xlsx'],
    [
      'declares entities that grow',
      zip([
        ...workbookParts(''),
        [
          'xl/worksheets/sheet1.xml',
          '<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet><c>&b;</c></worksheet>',
        ],
      ]),
      'malformed_xlsx',
    ],
    [
      'unpacks to much more than its size',
      zip(workbookParts(headings + anyRow), 100_000_000),
      'zip_bomb',
    ],
    ['unpacks to more than it says', zip(workbookParts(headings + anyRow), 10), 'malformed_xlsx'],
  ])('is refused if it %s', async (_case, content, code) => {
    await expect(readRows(content)).rejects.toMatchObject({ code });
  });
});
