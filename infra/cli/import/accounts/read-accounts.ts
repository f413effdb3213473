import * as z from 'zod';

import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  anonymousName,
  findNameProblems,
  findReservedNameProblem,
  normalizeName,
} from '../../accounts/account-names.ts';
import { FileFormatError } from '../file-error.ts';
import { importError, importWarning } from '../import-problems.ts';
import { readJsonRecords, type JsonRecords } from '../json-file.ts';
import { groupRepeatedMembers, makeRepeatedMemberProblems } from '../repeated-members.ts';
import {
  djangoAccountSchema,
  djangoGroupSchema,
  serviceAccountSchema,
  serviceGroupSchema,
} from './account-formats.ts';
import type { AccountEntry, AccountRecord, GroupEntry, GroupRecord } from './account-records.ts';

/** The accounts and groups of a file, and the problems of records that cannot be read. */
export type AccountsFile = {
  readonly groups: readonly GroupRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly problems: readonly Problem[];
  /** The number of accounts that are left out. */
  readonly leftOut: number;
};

/** A record with the name of its Django model, or `account` or `group` in the format of this service. */
export type ModelRecord = {
  readonly model: string;
  readonly value: unknown;
  readonly pointer: string;
};

const listSchema = z.array(z.unknown());
const modelSchema = z.looseObject({ model: z.string() });

/**
 * Reads a file of accounts and groups, which may be compressed (`.gz`): in the format of this service (a list of accounts, or
 * `{"accounts": […], "groups": […]}`), or in that of `manage.py dumpdata auth` of Django, as a list or by model.
 * @throws FileFormatError `malformed_json`, `invalid_utf8`, `damaged_gzip`, `unreadable_file`; `no_accounts` for JSON of
 * another kind
 */
export async function readAccountsFile(file: string): Promise<AccountsFile> {
  const { json, repeated } = await readRecords(file);
  const records = listRecords(json);
  const repeatedByRecord = groupRepeatedMembers(
    repeated,
    records.map(({ pointer }) => pointer),
  );
  const [faultyRecords = [], soundRecords = []] = [true, false].map((isFaulty) =>
    records.filter(({ pointer }) => repeatedByRecord.has(pointer) === isFaulty),
  );
  const { problems, leftOut, ...entries } = readAccountRecords(soundRecords, file);
  const repeatedMemberProblems = faultyRecords.flatMap(({ pointer, value }) =>
    makeRepeatedMemberProblems(repeatedByRecord.get(pointer) ?? [], findName(value)),
  );
  return {
    ...entries,
    problems: [...repeatedMemberProblems, ...problems, ...makeUnreadModelWarnings(records)],
    leftOut: leftOut + faultyRecords.filter(isAccount).length,
  };
}

/**
 * Reads records of accounts and groups in the format of this service or of Django.
 * @param file the name of the file or other source, for problems
 */
export function readAccountRecords(records: readonly ModelRecord[], file: string): AccountsFile {
  const groups: GroupRecord[] = [];
  const accounts: AccountRecord[] = [];
  const problems: Problem[] = [];
  let leftOut = 0;
  for (const record of records) {
    const { model, pointer } = record;
    if (model === 'auth.group' || model === 'group') {
      const group = readGroup(record);
      if (group.entry !== undefined) groups.push({ ...group.entry, file, pointer });
      problems.push(...(group.problems ?? []));
    } else if (isAccount(record)) {
      const account = readAccount(record);
      if (account.entry === undefined) leftOut += 1;
      else accounts.push({ ...account.entry, file, pointer });
      problems.push(...(account.problems ?? []));
    }
  }
  return { groups, accounts, problems, leftOut };
}

function isAccount({ model }: ModelRecord): boolean {
  return model === 'auth.user' || model === 'account';
}

async function readRecords(file: string): Promise<JsonRecords> {
  try {
    return await readJsonRecords(file, 'javascript');
  } catch (cause) {
    if (!(cause instanceof FileFormatError) || cause.code !== 'malformed_json') throw cause;
    // The message of the parser is not shown, because it quotes the file, which may contain password hashes.
    throw new FileFormatError('malformed_json', 'The file is not JSON', {}, { cause });
  }
}

function listRecords(document: unknown): readonly ModelRecord[] {
  if (Array.isArray(document)) return toRecords(document, 'account', '');
  const byKey = z.record(z.string(), z.unknown()).safeParse(document);
  const lists = Object.entries(byKey.data ?? {}).flatMap(([key, value]) => {
    const model = findModel(key);
    const values = listSchema.safeParse(value);
    return model === undefined || !values.success
      ? []
      : [toRecords(values.data, model, jsonPointer([key]))];
  });
  if (lists.length > 0) return lists.flat();
  throw new FileFormatError(
    'no_accounts',
    'The file has no accounts: it is neither a list, nor has it a key "accounts", "groups" or "auth.user"',
  );
}

/** Returns the model of the records under a key: `accounts` or `groups` in the format of this service, `application.model` in Django's. */
function findModel(key: string): string | undefined {
  if (key === 'accounts') return 'account';
  if (key === 'groups') return 'group';
  return key.includes('.') ? key : undefined;
}

function toRecords(
  values: readonly unknown[],
  model: string,
  pointer: string,
): readonly ModelRecord[] {
  return values.map((value, index) => ({
    model: modelSchema.safeParse(value).data?.model ?? model,
    value,
    pointer: `${pointer}/${index}`,
  }));
}

/** The entry of a record, or the problems because of which it cannot be read. */
type EntryResult<Entry> = { readonly entry?: Entry; readonly problems?: readonly Problem[] };

function readGroup({ model, value, pointer }: ModelRecord): EntryResult<GroupEntry> {
  const parsed = (model === 'group' ? serviceGroupSchema : djangoGroupSchema).safeParse(value);
  if (!parsed.success) return makeShapeErrors('invalid_group', pointer, value, parsed.error);
  const { name: record } = parsed.data;
  const problems = findNameProblems('name', record);
  if (problems.length === 0) return { entry: parsed.data };
  return { problems: [importError('invalid_group', problems.join(' '), { pointer, record })] };
}

function readAccount({ model, value, pointer }: ModelRecord): EntryResult<AccountEntry> {
  const parsed = (model === 'account' ? serviceAccountSchema : djangoAccountSchema).safeParse(
    value,
  );
  if (!parsed.success) return makeShapeErrors('invalid_account', pointer, value, parsed.error);
  const record = normalizeName(parsed.data.username);
  const location = { pointer, record };
  if (record === anonymousName) {
    const message =
      'The account anonymous is not imported, because in this service callers without a token have the rights of the group Guest.';
    return { problems: [importWarning('anonymous_account', message, location)] };
  }
  const reserved = findReservedNameProblem(record);
  if (reserved !== null)
    return { problems: [importError('reserved_username', reserved, location)] };
  const problems = findNameProblems('username', record);
  return problems.length === 0
    ? { entry: { ...parsed.data, username: record, email: normalizeName(parsed.data.email) } }
    : { problems: [importError('invalid_account', problems.join(' '), location)] };
}

const nameSchema = z
  .union([
    z.object({ username: z.string() }).transform(({ username }) => username),
    z.object({ name: z.string() }).transform(({ name }) => name),
  ])
  .optional()
  .catch(undefined);
const fieldsSchema = z.object({ fields: nameSchema });

/** Returns the name of the account or group in a record of any shape. */
function findName(value: unknown): string | undefined {
  return nameSchema.parse(value) ?? fieldsSchema.safeParse(value).data?.fields;
}

function makeShapeErrors(
  code: string,
  pointer: string,
  value: unknown,
  { issues }: z.ZodError,
): EntryResult<never> {
  const record = findName(value);
  return {
    problems: issues.map(({ path, message }) =>
      importError(code, `${path.join('.') || 'The record'}: ${message}`, {
        pointer: pointer + jsonPointer(path),
        record,
      }),
    ),
  };
}

/** Makes a warning about records of other models, which exports of Django often contain. */
function makeUnreadModelWarnings(records: readonly ModelRecord[]): readonly Problem[] {
  const unreadModels = new Set(records.map(({ model }) => model));
  for (const importedModel of ['account', 'group', 'auth.user', 'auth.group'])
    unreadModels.delete(importedModel);
  if (unreadModels.size === 0) return [];
  const message = `Records of these models are ignored: ${[...unreadModels].join(', ')}.`;
  return [importWarning('other_records', message)];
}
