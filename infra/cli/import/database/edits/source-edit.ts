import * as z from 'zod';

import { readJson } from '../../../../../lib/json/read-json.ts';
import { findUnstorable } from '../../../../../lib/json/storable.ts';
import { isNestedTooDeep } from '../../../../../lib/json/structure.ts';
import { nestedTooDeepMessage } from '../../../../../lib/json/nesting.ts';
import { isEqualValue } from '../../../../../lib/model/change/compare-values.ts';
import {
  isObject,
  type JsonObject,
} from '../../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../../lib/model/ids.ts';
import type { Problem } from '../../../../../lib/model/problem.ts';
import type { SourceEditRow } from '../queries/source-edits.ts';
import {
  accountIdSchema,
  editColumnsSchema,
  lineProblemMaker,
  normalizeEditType,
  optionalTextSchema,
  parseEditTime,
  readEditColumns,
} from '../../activity/edit-columns.ts';
import type { RecordText } from '../../resources/record-text.ts';

const idOrNullSchema = optionalTextSchema.transform((text) =>
  text !== null && isUuid(text) ? text : null,
);

const sourceEditSchema = editColumnsSchema.omit({ resourceclassid: true }).extend({
  editlogid: z.string(),
  tileinstanceid: idOrNullSchema,
  nodegroupid: idOrNullSchema,
  oldvalue: z.unknown(),
  newvalue: z.unknown(),
  oldprovisionalvalue: z.unknown(),
  newprovisionalvalue: z.unknown(),
  provisional_edittype: optionalTextSchema,
  provisional_userid: accountIdSchema,
  /** Whether the source no longer has the resource instance. */
  is_closed: z.boolean(),
});

type SourceEdit = z.output<typeof sourceEditSchema>;

/** A history nests the values of an edit in as many lists and objects. */
const levelsAbove = 4;

/**
 * Reads a row of the edit log of a source, as JSON, with its values before and after.
 * @rule Imports and exports: What becomes of the values in the edit log of a database?
 * @returns `skipped` if it is about no resource instance
 */
export function readSourceEdit(line: RecordText): SourceEditRow | Problem | 'skipped' {
  const makeProblem = lineProblemMaker(line);
  const read = readEditColumns(line, sourceEditSchema, 'lossless', makeProblem);
  if ('problem' in read) return read.problem;
  const edit = read.columns;
  if (edit.resourceinstanceid === null) return 'skipped';
  const time = parseEditTime(edit.timestamp);
  if (time === undefined)
    return makeProblem(
      'invalid_time',
      `${JSON.stringify(edit.timestamp)} is not a date with a time.`,
    );
  if (isTooDeep(line.text)) return makeProblem('too_deep', nestedTooDeepMessage);
  const proposals = toProposals(edit);
  const editType = toEditType(edit, proposals !== undefined);
  const isOfTile = !typesWithoutTile.has(editType);
  return {
    source_edit_id: edit.editlogid,
    transaction_id: edit.transactionid,
    resource_id: edit.resourceinstanceid,
    tile_id: isOfTile ? edit.tileinstanceid : null,
    nodegroup_id: isOfTile ? edit.nodegroupid : null,
    edit_type: editType,
    old_value: toOldValue(edit, editType),
    new_value: editType === 'tile delete' ? null : toValues(edit.newvalue),
    old_provisional_edits: proposals?.before ?? null,
    new_provisional_edits: proposals?.after ?? null,
    is_closed: edit.is_closed || (proposals?.hasText ?? false),
    ...time,
    user_id: edit.userid,
    username: edit.user_username,
    first_name: edit.user_firstname,
    last_name: edit.user_lastname,
    email: edit.user_email,
  };
}

/** The types of edits here for those of the platform. */
const typesOfPlatform: Readonly<Record<string, string>> = {
  create: 'create',
  delete: 'delete',
  'tile create': 'tile create',
  'tile edit': 'tile edit',
  'tile update': 'tile edit',
  'tile delete': 'tile delete',
  // The type of an edit that withdraws or decides a proposal.
  'delete edit': 'tile edit',
  'update resource instance lifecycle state': 'state edit',
};

/** The types in this service that decide who may read an edit, so no other type of the platform may have their names. */
const reservedTypes: ReadonlySet<string> = new Set([
  'state edit',
  'relation delete',
  'tile proposal',
]);

const typesWithoutTile: ReadonlySet<string> = new Set(['create', 'delete', 'state edit']);

/** In a bulk load, `create`, `edit` and `delete` are also about tiles. */
const tileVerbs: Readonly<Record<string, string>> = {
  create: 'tile create',
  edit: 'tile edit',
  update: 'tile edit',
  delete: 'tile delete',
};

function toEditType(edit: SourceEdit, hasProposals: boolean): string {
  const { name } = normalizeEditType(edit.edittype);
  const type = findEditType(name, edit.tileinstanceid !== null);
  // An edit with the same values before and after is only about the proposal, of which only callers who may read it may learn.
  return hasProposals && !typesWithoutTile.has(type) && hasEqualValues(edit)
    ? 'tile proposal'
    : type;
}

function findEditType(name: string, hasTile: boolean): string {
  if (hasTile && Object.hasOwn(tileVerbs, name)) return tileVerbs[name] ?? name;
  if (Object.hasOwn(typesOfPlatform, name)) return typesOfPlatform[name] ?? name;
  return reservedTypes.has(name) ? 'edit' : name;
}

function hasEqualValues({ oldvalue, newvalue }: SourceEdit): boolean {
  return isEqualValue(withoutNulls(toValues(oldvalue)), withoutNulls(toValues(newvalue)));
}

function withoutNulls(values: JsonObject | string | null): unknown {
  if (typeof values === 'string') return values;
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null));
}

/** The values before an edit. A deletion has the name of the resource instance as its note, and is stored with it as a deletion here is. */
function toOldValue({ oldvalue, note }: SourceEdit, editType: string): JsonObject | string | null {
  const values = toValues(oldvalue);
  if (editType === 'delete' && values === null && note !== null)
    return { und: { name: { value: note } } };
  const isEmpty = typeof values === 'object' && Object.keys(values ?? {}).length === 0;
  return isEmpty ? null : values;
}

/** The author of a proposal whose author is unknown. It is the id of no account, so only reviewers may read the proposal. */
const unknownAuthor = 0;

type Proposals = {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Whether a value is a text, of which nobody knows the nodes. */
  readonly hasText: boolean;
};

/** The proposals before and after an edit; undefined if it is not about a proposal. */
function toProposals(edit: SourceEdit): Proposals | undefined {
  const decision = normalizeEditType(edit.provisional_edittype ?? '').name;
  const before = toValues(edit.oldprovisionalvalue);
  const after = toValues(edit.newprovisionalvalue);
  if (decision === '' && before === null && after === null) return undefined;
  // A decision removes the proposal, whatever columns have its value.
  if (decision === 'accept edit')
    return makeProposals(edit, before ?? toValues(edit.newvalue) ?? {}, null);
  if (decision === 'delete edit') return makeProposals(edit, before ?? after ?? {}, null);
  return makeProposals(edit, before, after ?? (before === null ? {} : null));
}

function makeProposals(
  edit: SourceEdit,
  before: JsonObject | string | null,
  after: JsonObject | string | null,
): Proposals {
  const { name } = normalizeEditType(edit.provisional_edittype ?? '');
  const action = name === 'create tile' ? 'create' : 'update';
  const toProposal = (value: JsonObject | string | null): JsonObject | null =>
    value === null
      ? null
      : { [edit.provisional_userid ?? unknownAuthor]: { value, action, status: 'review' } };
  return {
    before: toProposal(before),
    after: toProposal(after),
    hasText: typeof before === 'string' || typeof after === 'string',
  };
}

/**
 * Reads a column of values: an object of values by node id, or a text. A text with a JSON object is that object; any other text, such as a
 * life-cycle state, stays a text, and other JSON becomes one.
 */
function toValues(value: unknown): JsonObject | string | null {
  if (value === undefined || value === null) return null;
  if (isObject(value)) return value;
  if (typeof value === 'string') return parseObject(value) ?? value;
  return JSON.stringify(value);
}

function parseObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{') || isTooDeep(text)) return undefined;
  try {
    const value = readJson(text);
    return isObject(value) && findUnstorable(value) === undefined ? value : undefined;
  } catch (error) {
    // A text that is not exactly the JSON of an object stays a text, so that nothing of it is lost.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isTooDeep(text: string): boolean {
  return isNestedTooDeep('['.repeat(levelsAbove) + text + ']'.repeat(levelsAbove));
}
