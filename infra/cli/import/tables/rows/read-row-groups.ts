import type { TablePlan } from '../mapping/table-plan.ts';
import type { FileRow } from '../table-cell.ts';
import { readRecordKey } from './record-key.ts';

/** Consecutive rows of one record. */
export type FileRowGroup = { readonly key: string; readonly rows: readonly FileRow[] };

/** Streams the rows of a table in groups with the same key. @throws FileFormatError if the file is damaged */
export async function* readFileRowGroups(plan: TablePlan): AsyncGenerator<FileRowGroup> {
  let group: { key: string; rows: FileRow[] } | undefined;
  for await (const row of plan.table.readRows()) {
    const key = readRecordKey(row, plan);
    if (group?.key !== key) {
      if (group !== undefined) yield group;
      group = { key, rows: [] };
    }
    group.rows.push(row);
  }
  if (group !== undefined) yield group;
}

/** Streams the keys of the groups. @throws as `readFileRowGroups` */
export async function* readGroupKeys(plan: TablePlan): AsyncGenerator<string> {
  for await (const { key } of readFileRowGroups(plan)) yield key;
}
