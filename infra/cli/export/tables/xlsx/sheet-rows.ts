import { toNumber } from '../../../../../lib/model/datatypes/values/decimal.ts';
import type { Cell, Row } from '../../../../../lib/model/tables/cell.ts';
import { formatCell } from '../../../../../lib/serializers/tables/csv.ts';
import { escapeXml } from '../../../../../lib/serializers/escape-xml.ts';
import { CommandError } from '../../../command-error.ts';

/** The limits of Excel. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxCharacters = 32_767;

/**
 * Writes a row of a sheet. Texts are texts, also where they look like a formula.
 * @param number of the row, from 1
 * @param names of the columns, for errors
 * @throws CommandError for what a sheet cannot have: a text that is too long, a row or a column too many
 */
export function writeSheetRow(row: Row, number: number, names: readonly string[]): string {
  if (number > maxRows) throw limitError(`more than ${maxRows - 1} rows`);
  if (names.length > maxColumns) throw limitError(`more than ${maxColumns} columns`);
  const cells = row.map((cell, index) =>
    cell === null
      ? ''
      : writeSheetCell(cell, `${columnLetters(index)}${number}`, names[index] ?? ''),
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}

function writeSheetCell(cell: Cell, place: string, name: string): string {
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  if (Number.isFinite(toNumber(cell))) return `<c r="${place}"><v>${formatCell(cell)}</v></c>`;
  const text = formatCell(cell);
  if (text.length > maxCharacters)
    throw limitError(
      `a text of ${text.length} characters in the column ${JSON.stringify(name)}, cell ${place}`,
    );
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

const limitError = (problem: string): CommandError =>
  new CommandError(
    'sheet_limit',
    `A sheet cannot have ${problem}. Choose another format, such as csv or gpkg.`,
  );

/** Escapes a text for a sheet (ISO/IEC 29500-1, 22.9.2.19): characters that XML has not become `_x0007_`, and what looks like that is escaped. */
function escapeText(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are the characters to replace
    .replaceAll(/[\0-\u{8}\v\f\u{e}-\u{1f}\u{fffe}\u{ffff}]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    });
  return escapeXml(escaped);
}

/** The letters of a column: A to Z, AA and so on. @param index from 0 */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`;
}
