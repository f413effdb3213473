import { isUuid } from '../../../../../lib/model/ids.ts';
import { joinTexts } from '../../../../../lib/model/tables/joined-texts.ts';
import { importError, type ImportProblem } from '../../import-problems.ts';
import type { TablePlan } from '../mapping/table-plan.ts';
import { cellText, type FileRow } from '../table-cell.ts';
import { unguard } from './prepare-rows.ts';

/**
 * Reads what identifies the record of a row: the id of a resource instance, or its id in another system, which the cells of the key make.
 * @rule Imports and exports: Which resource instance is a row of a table?
 * @returns an empty text if a cell of the key is empty
 */
export function readRecordKey({ cells }: FileRow, plan: TablePlan): string {
  const texts = plan.key.positions.map((position) =>
    unguard(cellText(cells[position]), plan).trim(),
  );
  if (texts.some((text) => text === '')) return '';
  const [first = '', ...others] = texts;
  if (others.length > 0)
    return (
      joinTexts(
        texts.map((text) => [text]),
        { isList: false, isJoined: true },
      ) ?? ''
    );
  return isUuid(first) ? first.toLowerCase() : first;
}

/** Makes the error of a row of which a cell of the key is empty. */
export function makeMissingKeyError(
  number: number,
  { key, headings }: Pick<TablePlan, 'key' | 'headings'>,
): ImportProblem {
  const column = key.positions.map((position) => headings[position] ?? '').join(', ');
  const message = `Row ${number}, column ${JSON.stringify(column)}: what identifies the record is missing. Fill in its id, or its id in another system.`;
  return { ...importError('missing_key', message, { pointer: `/${number - 1}` }), column };
}
