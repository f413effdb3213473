import * as z from 'zod';

import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import { readJson } from '../../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import { isStorableTime } from '../../../../lib/json/storable.ts';
import { parseAccountId } from '../../../../lib/model/accounts/caller.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { EditRow } from '../../../queries/write-activity.ts';
import { importError } from '../import-problems.ts';
import { readFileBytes } from '../read-file.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';
import type { RecordText } from '../resources/record-text.ts';

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

const optionalTextSchema = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);
const optionalUuidSchema = optionalTextSchema.refine(
  (text) => text === null || isUuid(text),
  'is not a UUID',
);

/** The columns of an edit log that are used, with their names in the platform. */
const columnsSchema = z.object({
  edittype: z.string({ error: 'is needed' }),
  timestamp: z.string({ error: 'is needed' }),
  resourceinstanceid: optionalUuidSchema,
  resourceclassid: optionalUuidSchema,
  tileinstanceid: optionalTextSchema,
  transactionid: optionalUuidSchema,
  userid: z
    .union([z.string(), z.number()], { error: 'is neither a text nor a number' })
    .nullish()
    .transform((id) => parseAccountId(String(id ?? '')) ?? null),
  user_username: optionalTextSchema,
  user_firstname: optionalTextSchema,
  user_lastname: optionalTextSchema,
  user_email: optionalTextSchema,
  note: optionalTextSchema,
});

type Columns = z.output<typeof columnsSchema>;

/** The kind of change of a resource instance for each type of edit. Bulk loads have the same types with the prefix `bulk_`. */
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
  const normalizedType = edittype
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  const isBulk = normalizedType.startsWith('bulk ');
  // In a bulk load, `create` and `delete` may also be about a tile.
  if (isBulk && tileinstanceid !== null) return 'Update';
  const name = isBulk ? normalizedType.slice('bulk '.length) : normalizedType;
  return Object.hasOwn(changesByEditType, name) ? changesByEditType[name] : undefined;
}

/** A date and a time, with an optional fraction of the second and an optional zone. */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Parses a time to a form that PostgreSQL can read; undefined if it is invalid. */
function parseTime(text: string): Pick<EditRow, 'time' | 'has_zone'> | undefined {
  const [, day = '', clock = '', zone] = timePattern.exec(text.trim()) ?? [];
  const isTime = isStorableTime(Date.parse(`${day}T${clock}Z`));
  // Date converts a day that a month does not have, such as 31 June, to a day of the next month.
  const isValid = isTime && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isValid
    ? { time: `${day}T${clock}${zone ?? ''}`, has_zone: zone !== undefined }
    : undefined;
}

/** The note of edits that create the first tiles of a new resource instance, and so are part of its creation. */
const creationNote = 'resource creation';

function readEdit(
  { text, isUtf8, pointer, line }: RecordText,
  fileNumber: number,
): EditRow | Problem | 'skipped' {
  const makeProblem = (code: string, message: string, innerPointer = ''): Problem =>
    importError(code, `Line ${line}: ${message}`, { pointer: pointer + innerPointer });
  if (!isUtf8) return makeProblem('invalid_utf8', 'it is not UTF-8 text.');
  let json: unknown;
  try {
    json = readJson(text, 'javascript');
  } catch (error) {
    if (error instanceof RepeatedMembersError)
      return makeProblem(error.code, error.message, error.members[0]?.pointer);
    if (error instanceof NestedTooDeepError) return makeProblem('too_deep', error.message);
    if (!(error instanceof SyntaxError)) throw error;
    return makeProblem('malformed_json', `it is not JSON: ${error.message}`);
  }
  const parsed = columnsSchema.safeParse(json);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    return makeProblem('invalid_edit', `${issues.join('; ')}.`);
  }
  const row = parsed.data;
  if (row.resourceinstanceid === null || row.note === creationNote) return 'skipped';
  const change = findChange(row);
  if (change === undefined) {
    return makeProblem(
      'unknown_edit_type',
      `${JSON.stringify(row.edittype)} is not a type of edit.`,
    );
  }
  const time = parseTime(row.timestamp);
  if (time === undefined) {
    return makeProblem(
      'invalid_time',
      `${JSON.stringify(row.timestamp)} is not a date with a time.`,
    );
  }
  return {
    position: makePosition(fileNumber, line),
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
