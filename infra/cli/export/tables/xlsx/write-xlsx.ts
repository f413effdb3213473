import { open } from 'node:fs/promises';

import type { Table } from '../../../../../lib/model/tables/table-column.ts';
import { firstFreeName } from '../../../../../lib/model/tables/unique-name.ts';
import { CommandError } from '../../../command-error.ts';
import type { OutputCounts } from '../../chunked-output.ts';
import type { TableContent, WriteTableFile } from '../table-file.ts';
import { createDeflatedFile, type DeflatedFile } from './deflated-file.ts';
import { writeSheetRow } from './sheet-rows.ts';
import { sheetEnd, sheetPath, sheetStart, writeWorkbookParts } from './workbook-parts.ts';
import { maxZipBytes, writeDirectory, writeLocalHeader, type ZipPart } from './zip-parts.ts';

/** The longest name of a sheet, with space for a number. */
const maxNameLength = 27;

/** Gives tables the names of sheets, which are short, unique in any letter case, and without punctuation. */
export function nameSheets<Named extends Pick<Table, 'name'>>(
  tables: readonly Named[],
): readonly Named[] {
  const taken = new Set<string>();
  return tables.map((table) => {
    const shortName = table.name.replaceAll(/[^\p{L}\p{N}_ -]/gu, '_').slice(0, maxNameLength);
    const name = firstFreeName(shortName, (candidate) => taken.has(candidate.toLowerCase()));
    taken.add(name.toLowerCase());
    return { ...table, name };
  });
}

type Part = { readonly path: string; readonly file: DeflatedFile };

/** Writes tables as a workbook (ISO/IEC 29500), with a sheet for each. The sheets grow in temporary files beside, and are then put together. */
export const writeXlsx: WriteTableFile = async (file, content) => {
  const names = content.tables.map(({ name }) => name);
  const sheets = names.map((_, index): Part => ({
    path: sheetPath(index),
    file: createDeflatedFile(`${file}.sheet${index + 1}`),
  }));
  const others = writeWorkbookParts(names).map(([path, text], index) => ({
    path,
    text,
    file: createDeflatedFile(`${file}.part${index + 1}`),
  }));
  try {
    const counts = await writeSheets(sheets, content);
    for (const part of others) await part.file.write(part.text);
    await writeArchive(file, [...others, ...sheets]);
    return counts;
  } finally {
    for (const part of [...others, ...sheets]) await part.file.remove();
  }
};

async function writeSheets(
  sheets: readonly Part[],
  { tables, chunks }: TableContent,
): Promise<OutputCounts> {
  const headings = tables.map(({ columns }) => columns.map(({ name }) => name));
  const rowsOfSheets = tables.map(() => 1);
  for (const [index, { file }] of sheets.entries()) {
    const names = headings[index] ?? [];
    await file.write(`${sheetStart}${writeSheetRow(names, 1, names)}`);
  }
  let resources = 0;
  for await (const { rows, records } of chunks) {
    for (const [index, { file }] of sheets.entries()) {
      const first = (rowsOfSheets[index] ?? 0) + 1;
      const rowsOfSheet = rows[index] ?? [];
      const names = headings[index] ?? [];
      await file.write(
        rowsOfSheet.map((row, offset) => writeSheetRow(row, first + offset, names)).join(''),
      );
      rowsOfSheets[index] = first + rowsOfSheet.length - 1;
    }
    resources += records;
  }
  for (const { file } of sheets) await file.write(sheetEnd);
  return { resources, leftOut: 0 };
}

async function writeArchive(file: string, parts: readonly Part[]): Promise<void> {
  const archive = await open(file, 'w', 0o600);
  try {
    let offset = 0;
    const listed: (ZipPart & { readonly offset: number })[] = [];
    for (const part of parts) {
      const entry = { ...(await part.file.end()), path: part.path };
      if (offset + entry.deflatedBytes > maxZipBytes || entry.bytes > maxZipBytes)
        throw new CommandError(
          'sheet_limit',
          'A workbook has at most 4 GiB. Choose another format, such as csv or gpkg.',
        );
      const header = writeLocalHeader(entry);
      await archive.appendFile(header);
      for await (const content of part.file.read()) await archive.appendFile(content);
      listed.push({ ...entry, offset });
      offset += header.length + entry.deflatedBytes;
    }
    await archive.appendFile(writeDirectory(listed, offset));
  } finally {
    await archive.close();
  }
}
