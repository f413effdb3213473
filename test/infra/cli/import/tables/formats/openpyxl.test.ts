import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, describe, expect, it } from 'vitest';

import { openXlsx } from '../../../../../../infra/cli/import/tables/formats/xlsx/open-xlsx.ts';
import { installPythonReaders } from '../../../export/tables/python-judge/judge.ts';

const run = promisify(execFile);
const python = await installPythonReaders();
const folder = await mkdtemp(path.join(tmpdir(), 'heritage-openpyxl-'));

afterAll(async () => rm(folder, { recursive: true }));

/** Writes a workbook with a sheet of values of each kind. */
const script = `
import sys, datetime, openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Sites'
sheet.append(['Ref', 'Height', 'Visited', 'Opened', 'Listed', 'Note'])
sheet.append([1, 12.5, datetime.date(1999, 12, 31), datetime.datetime(2024, 2, 29, 18, 30), True, 'a & <b>\\n"c"'])
sheet.append(['007', 0.3, None, None, False, ' x '])
sheet.append([3, None, None, None, None, '=1+1'])
book.create_sheet('Empty')
book.save(sys.argv[1])
`;

describe.runIf(python !== undefined)('a workbook of openpyxl', () => {
  it('has the values that it was written from', async () => {
    const file = path.join(folder, 'sites.xlsx');
    await run(python ?? '', ['-c', script, file]);
    const { tables, close } = await openXlsx(file);
    expect(tables.map(({ name, headings }) => [name, headings])).toEqual([
      ['Sites', ['Ref', 'Height', 'Visited', 'Opened', 'Listed', 'Note']],
    ]);
    const rows = await Array.fromAsync(tables[0]?.readRows() ?? []);
    close();
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [2, '1', '12.5', '1999-12-31', '2024-02-29T18:30:00', 'true', 'a & <b>\n"c"'],
      [3, '007', '0.3', '', '', 'false', ' x '],
      [4, '3', '', '', '', '', expect.objectContaining({ code: 'formula_without_value' })],
    ]);
  });
});
