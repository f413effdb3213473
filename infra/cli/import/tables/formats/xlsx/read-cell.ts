import type { FileCell } from '../../table-cell.ts';
import { readDateNumber } from './date-cells.ts';
import { decodeSheetText } from './sheet-text.ts';
import type { Workbook } from './workbook.ts';

/** A cell as the sheet has it. */
export type SheetCell = {
  readonly type: string;
  readonly style: number;
  readonly hasFormula: boolean;
  /** The text of `v`; undefined without one. */
  readonly value: string | undefined;
  /** The text in the sheet itself. */
  readonly inlineText: string;
};

const fault = (code: string, message: string): FileCell => ({ kind: 'fault', code, message });

/** Reads a cell: dates as ISO 8601, numbers with the digits that people see, and the stored result of a formula. */
export function readSheetCell(cell: SheetCell, workbook: Workbook): FileCell {
  const { type, value, hasFormula, inlineText } = cell;
  if (type === 'inlineStr') return decodeSheetText(inlineText);
  if (value === undefined || value === '')
    return hasFormula && type !== 'str'
      ? fault(
          'formula_without_value',
          'The cell has a formula without a result. Open and save the workbook in a spreadsheet, or write the value.',
        )
      : '';
  switch (type) {
    case 's':
      return workbook.sharedTexts[Number(value)] ?? '';
    case 'str':
      return decodeSheetText(value);
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return fault(
        'error_value',
        `The cell has the error ${value} of a spreadsheet. Correct its formula.`,
      );
    case 'd':
      return value;
    default:
      return readNumber(value, cell, workbook);
  }
}

function readNumber(value: string, { style }: SheetCell, workbook: Workbook): FileCell {
  if (!workbook.isDateStyle(style)) return formatNumber(value);
  const date = readDateNumber(Number(value), workbook.isFrom1904);
  return (
    date ??
    fault(
      'no_such_date',
      `The number ${value} is no date of a spreadsheet. Write the date as a text, such as 1850-03-31.`,
    )
  );
}

/** Spreadsheets write up to 17 digits, the last of which may be noise. Longer numbers were not written by one, and keep every digit. */
function formatNumber(value: string): string {
  const digits = (value.split(/e/i)[0] ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length > 17 ? value : String(Number(value));
}
