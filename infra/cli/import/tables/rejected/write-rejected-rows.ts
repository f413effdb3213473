import { appendFile, writeFile } from 'node:fs/promises';

import { writeWellKnownText } from '../../../../../lib/rdf/write-well-known-text.ts';
import { byteOrderMark, writeCsvLine } from '../../../../../lib/serializers/tables/csv.ts';
import { mappingFileName } from '../../../export/tables/write-mapping.ts';
import { toOutputError } from '../../../export/write-output.ts';
import { pluralize } from '../../../text.ts';
import type { TableMapping } from '../mapping/table-mapping.ts';
import type { TablePlan } from '../mapping/table-plan.ts';
import { unguard } from '../rows/prepare-rows.ts';
import type { FileCell } from '../table-cell.ts';
import { rejectedColumns, writeRejectedMapping } from './rejected-mapping.ts';
import type { RejectedRow, RejectedRows } from './rejected-rows.ts';

/**
 * Opens the files for the rows with errors: CSV with the columns of their table, and a mapping beside it, so that the mended rows can be
 * imported alone. A file is written once there is a row.
 * @rule Imports and exports: Where are the rows of a table that cannot be imported?
 * @param file undefined if the rows are only reported
 */
export function openRejectedRows(
  file: string | undefined,
  mapping: TableMapping,
  plans: readonly TablePlan[],
): RejectedRows {
  if (file === undefined) return { add: async () => undefined, finish: async () => [] };
  const counts = new Map<TablePlan, number>();
  const fileOf = ({ name }: TablePlan): string =>
    plans.length === 1 ? file : `${file.replace(/\.csv$/i, '')}-${name}.csv`;
  return {
    add: async (rejected) => {
      const { plan } = rejected;
      const target = fileOf(plan);
      try {
        if (!counts.has(plan)) await beginFile(target, plan, mapping);
        await appendFile(target, writeRow(rejected));
      } catch (error) {
        throw toOutputError(target, error);
      }
      counts.set(plan, (counts.get(plan) ?? 0) + 1);
    },
    finish: async () =>
      [...counts].map(
        ([plan, count]) =>
          `${pluralize(count, 'row')} with errors in ${fileOf(plan)}: mend and import them, as hds import table ${fileOf(plan)}`,
      ),
  };
}

async function beginFile(file: string, plan: TablePlan, mapping: TableMapping): Promise<void> {
  const headings = [...listHeadings(plan), ...rejectedColumns];
  await writeFile(file, `${byteOrderMark}${writeCsvLine(headings)}`, { mode: 0o600 });
  await writeFile(mappingFileName(file), writeRejectedMapping(file, plan, mapping), {
    mode: 0o600,
  });
}

/** A file of rejected rows that is imported has the added columns already. */
const listHeadings = ({ headings }: TablePlan): readonly string[] =>
  headings.filter((heading) => !isAdded(heading));

const isAdded = (heading: string): boolean => rejectedColumns.some((name) => name === heading);

function writeRow({ plan, row, problems }: RejectedRow): string {
  const cells = row.cells
    .filter((_, index) => !isAdded(plan.headings[index] ?? ''))
    .map((cell) => writeCell(cell, plan));
  const messages = problems.map(({ message }) => message).join('\n');
  return writeCsvLine([...cells, String(row.number), messages]);
}

function writeCell(cell: FileCell, plan: TablePlan): string {
  if (typeof cell === 'string') return unguard(cell, plan);
  return cell.kind === 'geometry' ? (writeWellKnownText(cell.geometry) ?? '') : '';
}
