import type { FileRow, FileTable, TableFile } from '../../table-cell.ts';
import { cellText } from '../../table-cell.ts';
import { fitRow, readSheetRows, refuseMergedCells } from './read-sheet.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { openZip, type ZipArchive } from './zip-archive.ts';

/**
 * Opens a workbook (ISO/IEC 29500): each sheet with a value is a table, whose first row with a value has the headings.
 * @throws FileFormatError `malformed_xlsx`, `zip_bomb`, `file_too_large`
 */
export async function openXlsx(file: string): Promise<TableFile> {
  const archive = await openZip(file);
  try {
    const workbook = await readWorkbook(archive);
    const tables: FileTable[] = [];
    for (const sheet of workbook.sheets) {
      const table = await describeSheet(sheet, workbook, archive);
      if (table !== undefined) tables.push(table);
    }
    return { tables, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function describeSheet(
  { name, path }: Workbook['sheets'][number],
  workbook: Workbook,
  archive: ZipArchive,
): Promise<FileTable | undefined> {
  const headings = await readHeadings(readSheetRows(archive.read(path), workbook));
  if (headings === undefined) return undefined;
  const { number, texts } = headings;
  async function* readRows(): AsyncGenerator<FileRow> {
    await refuseMergedCells(archive.read(path), name);
    for await (const row of readSheetRows(archive.read(path), workbook))
      if (row.number > number) yield fitRow(row, texts.length);
  }
  return { name, headings: texts, geometryHeading: undefined, crs: undefined, readRows };
}

async function readHeadings(
  rows: AsyncGenerator<FileRow>,
): Promise<{ readonly number: number; readonly texts: readonly string[] } | undefined> {
  for await (const { number, cells } of rows) {
    const texts = cells.map((cell) => cellText(cell).trim());
    return { number, texts: texts.slice(0, texts.findLastIndex((text) => text !== '') + 1) };
  }
  return undefined;
}
