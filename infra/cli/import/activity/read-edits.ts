import type * as z from 'zod';

import type { Problem } from '../../../../lib/model/problem.ts';
import type { EditRow } from './queries/write-activity.ts';
import { readFileBytes } from '../read-file.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';
import type { RecordText } from '../resources/record-text.ts';
import {
  editColumnsSchema,
  lineProblemMaker,
  normalizeEditType,
  parseEditTime,
  readEditColumns,
} from './edit-columns.ts';

/** The edits in a part of a file or database, and the problems of lines that are left out. */
export type EditBatch = {
  readonly records: EditRow[];
  readonly problems: Problem[];
  /** The number of lines that are skipped, because they are about no resource instance or about a part of its creation. */
  skipped: number;
  size: number;
};

/**
 * Reads an edit log in batches.
 * @param fileNumber the number of the file among those that are read
 * @throws FileFormatError after it has yielded the edits before the damaged place
 */
export async function* readEditBatches(
  file: string,
  fileNumber: number,
  maxLines: number,
): AsyncGenerator<EditBatch> {
  let batch = createEditBatch();
  let failure: unknown;
  try {
    for await (const line of readRecordLines(readFileBytes(file))) {
      addEdit(batch, line, fileNumber);
      if (batch.size < maxLines) continue;
      yield batch;
      batch = createEditBatch();
    }
  } catch (error) {
    failure = error;
  }
  yield batch;
  if (failure !== undefined) throw failure;
}

export function createEditBatch(): EditBatch {
  return { records: [], problems: [], skipped: 0, size: 0 };
}

/** Adds a line to a batch: its edit or its problem. @param fileNumber the number of the file among those that are read */
export function addEdit(batch: EditBatch, line: RecordText, fileNumber: number): void {
  const edit = readEdit(line, fileNumber);
  if (edit === 'skipped') batch.skipped += 1;
  else if ('severity' in edit) batch.problems.push(edit);
  else batch.records.push(edit);
  batch.size += 1;
}

type Columns = z.output<typeof editColumnsSchema>;

/** The kind of change of a resource instance for each type of edit. */
const changesByEditType: Readonly<Record<string, EditRow['change']>> = {
  create: 'Create',
  delete: 'Delete',
  edit: 'Update',
  update: 'Update',
  'tile create': 'Update',
  'tile edit': 'Update',
  'tile update': 'Update',
  'tile delete': 'Update',
  // The type of an edit that withdraws or decides a proposal.
  'delete edit': 'Update',
  'update resource instance lifecycle state': 'Update',
};

function findChange({ edittype, tileinstanceid }: Columns): EditRow['change'] | undefined {
  const { name, isBulk } = normalizeEditType(edittype);
  // In a bulk load, `create` and `delete` may also be about a tile.
  if (isBulk && tileinstanceid !== null) return 'Update';
  return Object.hasOwn(changesByEditType, name) ? changesByEditType[name] : undefined;
}

/** The note of edits that create the first tiles of a new resource instance, and so are part of its creation. */
const creationNote = 'resource creation';

function readEdit(text: RecordText, fileNumber: number): EditRow | Problem | 'skipped' {
  const makeProblem = lineProblemMaker(text);
  const read = readEditColumns(text, editColumnsSchema, 'javascript', makeProblem);
  if ('problem' in read) return read.problem;
  const row = read.columns;
  if (row.resourceinstanceid === null || row.note === creationNote) return 'skipped';
  const change = findChange(row);
  if (change === undefined) {
    return makeProblem(
      'unknown_edit_type',
      `${JSON.stringify(row.edittype)} is not a type of edit.`,
    );
  }
  const time = parseEditTime(row.timestamp);
  if (time === undefined) {
    return makeProblem(
      'invalid_time',
      `${JSON.stringify(row.timestamp)} is not a date with a time.`,
    );
  }
  return {
    position: makePosition(fileNumber, text.line),
    change,
    ...time,
    resource_id: row.resourceinstanceid,
    graph_id: row.resourceclassid,
    transaction_id: row.transactionid,
    user_id: row.userid,
    username: row.user_username,
    first_name: row.user_firstname,
    last_name: row.user_lastname,
    email: row.user_email,
  };
}

/** The number of digits of the number of the file in a position. */
const fileDigits = 4;

/** Makes the position of an edit, which sorts by the number of its file, then by its line. */
function makePosition(fileNumber: number, line: number): string {
  return `${String(fileNumber).padStart(fileDigits, '0')}${String(line).padStart(12, '0')}`;
}

/** Returns the number of the line in its file at a position. */
export function lineOfPosition(position: string): number {
  return Number(position.slice(fileDigits));
}
