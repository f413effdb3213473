import { FileFormatError } from '../../../file-error.ts';
import { listExamples } from '../../../import-problems.ts';
import { columnLetters } from '../../../../export/tables/xlsx/sheet-rows.ts';
import type { FileCell, FileRow } from '../../table-cell.ts';
import { parseXml } from './parse-xml.ts';
import { readSheetCell } from './read-cell.ts';
import { columnOfReference } from './sheet-text.ts';
import type { Workbook } from './workbook.ts';

/**
 * Streams the rows of a sheet that have a value, each with the number that the spreadsheet shows.
 * @throws FileFormatError if the sheet is damaged
 */
export async function* readSheetRows(
  chunks: AsyncIterable<Uint8Array>,
  workbook: Workbook,
): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  const collector = new RowCollector(workbook, (row) => rows.push(row));
  const handler = {
    open: (name: string, attributes: Readonly<Record<string, string>>) =>
      collector.open(name, attributes),
    text: (text: string) => collector.addText(text),
    close: (name: string) => collector.close(name),
  };
  yield* parseXml(chunks, handler, () => rows.splice(0));
}

/** Puts the rows of a sheet together from the parts of its XML. */
class RowCollector {
  readonly #workbook: Workbook;
  readonly #onRow: (row: FileRow) => void;
  #rowNumber = 0;
  #cells: FileCell[] = [];
  #column = -1;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #value: string | undefined;
  #inlineText = '';
  /** The element whose text counts. */
  #element = '';
  #isReading = false;

  constructor(workbook: Workbook, onRow: (row: FileRow) => void) {
    this.#workbook = workbook;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#rowNumber = Number(attributes['r'] ?? this.#rowNumber + 1);
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnOfReference(attributes['r'] ?? '') ?? this.#column + 1;
      this.#type = attributes['t'] ?? 'n';
      this.#style = Number(attributes['s'] ?? 0);
      this.#hasFormula = false;
      this.#value = undefined;
      this.#inlineText = '';
    } else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#isReading = true;
    this.#element = name;
  }

  addText(text: string): void {
    if (this.#element === 'v') this.#value = (this.#value ?? '') + text;
    else if (this.#element === 't' && !this.#isReading) this.#inlineText += text;
  }

  close(name: string): void {
    this.#element = '';
    if (name === 'rPh') this.#isReading = false;
    else if (name === 'c') this.#finishCell();
    else if (name === 'row' && this.#cells.some((cell) => cell !== ''))
      this.#onRow({ number: this.#rowNumber, cells: this.#cells });
  }

  #finishCell(): void {
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = readSheetCell(
      {
        type: this.#type,
        style: this.#style,
        hasFormula: this.#hasFormula,
        value: this.#value,
        inlineText: this.#inlineText,
      },
      this.#workbook,
    );
  }
}

/** Gives a row the width of the headings. @throws FileFormatError if it has a value beyond them */
export function fitRow({ number, cells }: FileRow, width: number): FileRow {
  const surplus = cells.findIndex((cell, index) => index >= width && cell !== '');
  if (surplus !== -1) {
    const message = `Row ${number} has a value in column ${columnLetters(surplus)}, which has no heading`;
    throw new FileFormatError('malformed_xlsx', message);
  }
  return { number, cells: Array.from({ length: width }, (_, index) => cells[index] ?? '') };
}

/** The longest text of a merged range. */
const rangeCharacters = 200;

/** Refuses a sheet with merged cells: only the first of them has the value. @throws FileFormatError `merged_cells` */
export async function refuseMergedCells(
  chunks: AsyncIterable<Uint8Array>,
  sheet: string,
): Promise<void> {
  const ranges = new Set<string>();
  const decoder = new TextDecoder('latin1');
  let text = '';
  for await (const chunk of chunks) {
    text = text.slice(-rangeCharacters) + decoder.decode(chunk);
    for (const [, range = ''] of text.matchAll(/mergeCell\s[^<>]{0,99}?ref="([A-Z\d:]{1,30})"/g))
      ranges.add(range);
  }
  if (ranges.size === 0) return;
  const message = `The sheet ${JSON.stringify(sheet)} has merged cells (${listExamples([...ranges])}). Unmerge them, and write the value into each`;
  throw new FileFormatError('merged_cells', message);
}
