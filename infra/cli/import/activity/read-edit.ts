import * as z from 'zod';

import { isUuid } from '../../../../lib/model/ids.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { EditRow } from '../../../queries/write-activity.ts';
import type { RecordText } from '../resources/record-text.ts';

/** What a line of an edit log says: an edit, nothing that the stream tells of, or something that is wrong. */
export type EditLine =
  | { readonly kind: 'edit'; readonly edit: EditRow }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly problem: Problem };

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);
const optionalUuid = optionalText.refine((text) => text === null || isUuid(text), 'is not a UUID');

/** The columns of an edit log that matter here, as the platform names them. */
const columns = z.object({
  edittype: z.string({ error: 'is needed' }),
  timestamp: z.string({ error: 'is needed' }),
  resourceinstanceid: optionalUuid,
  resourceclassid: optionalUuid,
  tileinstanceid: optionalText,
  transactionid: optionalUuid,
  userid: z
    .union([z.string(), z.number()], { error: 'is neither a text nor a number' })
    .nullish()
    .transform((id) => (/^\d{1,9}$/.test(String(id ?? '')) ? Number(id) : null)),
  user_username: optionalText,
  user_firstname: optionalText,
  user_lastname: optionalText,
  user_email: optionalText,
  note: optionalText,
});

type Columns = z.output<typeof columns>;

/** What each type of edit does to a resource instance. Those of bulk loads have the same names behind `bulk_`. */
const changes: Readonly<Record<string, EditRow['change']>> = {
  create: 'Create',
  delete: 'Delete',
  edit: 'Update',
  update: 'Update',
  'tile create': 'Update',
  'tile edit': 'Update',
  'tile update': 'Update',
  'tile delete': 'Update',
  // A proposal was taken back or decided about.
  'delete edit': 'Update',
};

function changeOf({ edittype, tileinstanceid }: Columns): EditRow['change'] | undefined {
  const words = edittype
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  const isBulk = words.startsWith('bulk ');
  // What a bulk load creates or deletes may be a tile.
  if (isBulk && tileinstanceid !== null) return 'Update';
  const name = isBulk ? words.slice('bulk '.length) : words;
  return Object.hasOwn(changes, name) ? changes[name] : undefined;
}

/** Date and time, a fraction of the second, and a zone where there is one. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A time as PostgreSQL reads it; undefined where there is none such. */
function timeOf(written: string): Pick<EditRow, 'time' | 'has_zone'> | undefined {
  const [, day = '', clock = '', zone] = timeForm.exec(written.trim()) ?? [];
  const isTime = !Number.isNaN(Date.parse(`${day}T${clock}Z`));
  // A day that a month does not have is taken for one of the next.
  const isDay = isTime && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isDay ? { time: `${day}T${clock}${zone ?? ''}`, has_zone: zone !== undefined } : undefined;
}

/** What the platform notes at the first tiles of a new resource instance: its creation tells of them. */
const partOfCreation = 'resource creation';

/**
 * Reads a line of an edit log.
 * @param file the number of its file among those that are read
 */
export function readEdit({ text, isUtf8, pointer, line }: RecordText, file: number): EditLine {
  const problem = (code: string, message: string): EditLine => ({
    kind: 'problem',
    problem: { severity: 'error', code, pointer, message: `Line ${line}: ${message}` },
  });
  if (!isUtf8) return problem('invalid_utf8', 'it is not UTF-8 text.');
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem('malformed_json', `it is not JSON: ${error.message}`);
  }
  const parsed = columns.safeParse(row);
  if (!parsed.success) {
    const words = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    return problem('invalid_edit', `${words.join('; ')}.`);
  }
  const found = parsed.data;
  if (found.resourceinstanceid === null || found.note === partOfCreation)
    return { kind: 'nothing' };
  const change = changeOf(found);
  if (change === undefined) {
    return problem('unknown_edit_type', `${JSON.stringify(found.edittype)} is no type of edit.`);
  }
  const time = timeOf(found.timestamp);
  if (time === undefined) {
    return problem('invalid_time', `${JSON.stringify(found.timestamp)} is no date with a time.`);
  }
  return {
    kind: 'edit',
    edit: {
      place: `${String(file).padStart(4, '0')}${String(line).padStart(12, '0')}`,
      change,
      ...time,
      resource_id: found.resourceinstanceid,
      graph_id: found.resourceclassid,
      transaction_id: found.transactionid,
      user_id: found.userid,
      username: found.user_username,
      first_name: found.user_firstname,
      last_name: found.user_lastname,
      email: found.user_email,
    },
  };
}
