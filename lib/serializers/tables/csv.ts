import { isCellGeometry, type Cell, type Row } from '../../model/tables/cell.ts';
import { writeWellKnownText } from '../../rdf/write-well-known-text.ts';
import { guardText } from './guard-text.ts';

/** What a CSV file begins with, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\u{feff}';

/** Begins a text with a byte order mark, in its first part: what goes wrong before that is known before anything is sent. */
export async function* markByteOrder(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let mark = byteOrderMark;
  for await (const part of parts) {
    yield mark + part;
    mark = '';
  }
}

/** Writes a line of a CSV file (RFC 4180). Texts are guarded; numbers, booleans and geometries need no guard. */
export const writeCsvLine = (row: Row): string => `${row.map(writeCsvCell).join(',')}\r\n`;

function writeCsvCell(cell: Cell): string {
  return quoteCell(typeof cell === 'string' ? guardText(cell) : formatCell(cell));
}

/** Quotes a cell if it needs quotes (RFC 4180, section 2). Spaces at its ends need them, because readers may drop them otherwise. */
export function quoteCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a cell as a text: a geometry as well-known text, empty if it is invalid; a number with every digit. */
export function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  return isCellGeometry(cell) ? (writeWellKnownText(cell.geometry) ?? '') : JSON.stringify(cell);
}
