import * as z from 'zod';

import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import { readJson } from '../../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import { isStorableTime } from '../../../../lib/json/storable.ts';
import { parseAccountId } from '../../../../lib/model/accounts/caller.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { EditRow } from './queries/write-activity.ts';
import { importError } from '../import-problems.ts';
import type { RecordText } from '../resources/record-text.ts';

/** A text without spaces around it; null if it is empty or absent. */
export const optionalTextSchema = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);
const optionalUuidSchema = optionalTextSchema.refine(
  (text) => text === null || isUuid(text),
  'is not a UUID',
);

/** The id of an account; null if it is none. */
export const accountIdSchema = z
  .union([z.string(), z.number()], { error: 'is neither a text nor a number' })
  .nullish()
  .transform((id) => parseAccountId(String(id ?? '')) ?? null);

/** The columns of an edit log that are used, with their names in the platform. */
export const editColumnsSchema = z.object({
  edittype: z.string({ error: 'is needed' }),
  timestamp: z.string({ error: 'is needed' }),
  resourceinstanceid: optionalUuidSchema,
  resourceclassid: optionalUuidSchema,
  tileinstanceid: optionalTextSchema,
  transactionid: optionalUuidSchema,
  userid: accountIdSchema,
  user_username: optionalTextSchema,
  user_firstname: optionalTextSchema,
  user_lastname: optionalTextSchema,
  user_email: optionalTextSchema,
  note: optionalTextSchema,
});

/**
 * Reads a line of an edit log.
 * @param schema the columns that are used
 * @param makeLineProblem makes the problem of the line
 */
export function readEditColumns<Columns>(
  { text, isUtf8 }: RecordText,
  schema: z.ZodType<Columns>,
  numbers: 'lossless' | 'javascript',
  makeLineProblem: MakeLineProblem,
): { readonly columns: Columns } | { readonly problem: Problem } {
  const refuse = (...details: Parameters<MakeLineProblem>) => ({
    problem: makeLineProblem(...details),
  });
  if (!isUtf8) return refuse('invalid_utf8', 'it is not UTF-8 text.');
  let json: unknown;
  try {
    json = readJson(text, numbers);
  } catch (error) {
    if (error instanceof RepeatedMembersError)
      return refuse(error.code, error.message, error.members[0]?.pointer);
    if (error instanceof NestedTooDeepError) return refuse('too_deep', error.message);
    if (!(error instanceof SyntaxError)) throw error;
    return refuse('malformed_json', `it is not JSON: ${error.message}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { columns: parsed.data };
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return refuse('invalid_edit', `${issues.join('; ')}.`);
}

type MakeLineProblem = (code: string, message: string, innerPointer?: string) => Problem;

/** Returns a function that makes the problems of a line. */
export function lineProblemMaker({
  pointer,
  line,
}: Pick<RecordText, 'pointer' | 'line'>): MakeLineProblem {
  return (code, message, innerPointer = '') =>
    importError(code, `Line ${line}: ${message}`, { pointer: pointer + innerPointer });
}

/** Normalises the type of an edit. Bulk loads have the same types with the prefix `bulk_`. */
export function normalizeEditType(editType: string): {
  readonly name: string;
  readonly isBulk: boolean;
} {
  const text = editType
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  const isBulk = text.startsWith('bulk ');
  return { name: isBulk ? text.slice('bulk '.length) : text, isBulk };
}

/** A date and a time, with an optional fraction of the second and an optional zone. */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Parses a time to a form that PostgreSQL can read; undefined if it is invalid. */
export function parseEditTime(text: string): Pick<EditRow, 'time' | 'has_zone'> | undefined {
  const [, day = '', clock = '', zone] = timePattern.exec(text.trim()) ?? [];
  const isTime = isStorableTime(Date.parse(`${day}T${clock}Z`));
  // Date converts a day that a month does not have, such as 31 June, to a day of the next month.
  const isValid = isTime && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isValid
    ? { time: `${day}T${clock}${zone ?? ''}`, has_zone: zone !== undefined }
    : undefined;
}
