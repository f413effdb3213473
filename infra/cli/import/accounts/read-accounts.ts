import * as z from 'zod';

import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  anonymousName,
  normalizeName,
  findNameProblems,
  findReservedNameProblem,
} from '../../account-names.ts';
import { djangoAccount, djangoGroup } from './django-format.ts';
import { ownAccount, ownGroup } from './own-format.ts';
import type { AccountEntry, AccountRecord, GroupRecord, GroupEntry } from './account-records.ts';
import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';

/** What a file of accounts holds, and everything that is wrong with the shape of its records. */
export type AccountsFile = {
  readonly groups: readonly GroupRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly problems: readonly Problem[];
  /** Records of accounts that are not among `accounts`. */
  readonly leftOut: number;
};

/** A record with the model that it is of. */
type Entry = { readonly model: string; readonly value: unknown; readonly pointer: string };

const list = z.array(z.unknown());
const modelled = z.looseObject({ model: z.string() });

/**
 * Reads a file of accounts and groups, held whole: our own shape, a list of accounts or `{"accounts": […], "groups": […]}`; or
 * what `manage.py dumpdata auth` of Django writes, as a list or by model. Packed (`.gz`) or not.
 * @throws FileFormatError `malformed_json`, `invalid_utf8`, `damaged_gzip`, `unreadable_file`; `no_accounts` where it is JSON of
 * another kind
 */
export async function readAccountsFile(file: string): Promise<AccountsFile> {
  const entries = entriesOf(await readJson(file));
  const found = {
    groups: new Array<GroupRecord>(),
    accounts: new Array<AccountRecord>(),
    problems: new Array<Problem>(),
    leftOut: 0,
  };
  for (const entry of entries) {
    if (entry.model === 'auth.group' || entry.model === 'group') {
      const read = readGroup(entry);
      if ('problems' in read) found.problems.push(...read.problems);
      else found.groups.push({ ...read, file, pointer: entry.pointer });
    } else if (entry.model === 'auth.user' || entry.model === 'account') {
      const read = readAccount(entry);
      if ('problems' in read) {
        found.leftOut += 1;
        found.problems.push(...read.problems);
      } else found.accounts.push({ ...read, file, pointer: entry.pointer });
    }
  }
  return { ...found, problems: [...found.problems, ...otherRecords(entries)] };
}

async function readJson(file: string): Promise<unknown> {
  const parts: string[] = [];
  for await (const part of readFileText(file)) parts.push(part);
  try {
    const document: unknown = JSON.parse(parts.join(''));
    return document;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // What the parser says quotes the file, in which there may be hashes of passwords.
    throw new FileFormatError('malformed_json', 'The file is not JSON', {}, { cause });
  }
}

function entriesOf(document: unknown): readonly Entry[] {
  if (Array.isArray(document)) return listed(document, 'account', '');
  const byKey = z.record(z.string(), z.unknown()).safeParse(document);
  const entries = Object.entries(byKey.data ?? {}).flatMap(([key, value]) => {
    const model = modelOf(key);
    const values = list.safeParse(value);
    return model !== undefined && values.success
      ? [listed(values.data, model, jsonPointer([key]))]
      : [];
  });
  if (entries.length > 0) return entries.flat();
  throw new FileFormatError(
    'no_accounts',
    'The file has no accounts: neither a list, nor "accounts" or "groups", nor "auth.user"',
  );
}

/** Our keys name what they list; those of Django have an application before the model. */
function modelOf(key: string): string | undefined {
  if (key === 'accounts') return 'account';
  if (key === 'groups') return 'group';
  return key.includes('.') ? key : undefined;
}

function listed(values: readonly unknown[], model: string, base: string): readonly Entry[] {
  return values.map((value, index) => ({
    model: modelled.safeParse(value).data?.model ?? model,
    value,
    pointer: `${base}/${index}`,
  }));
}

type Refused = { readonly problems: readonly Problem[] };

function readGroup({ model, value, pointer }: Entry): GroupEntry | Refused {
  const parsed = (model === 'group' ? ownGroup : djangoGroup).safeParse(value);
  if (!parsed.success) return refused('invalid_group', pointer, value, parsed.error);
  const wrong = findNameProblems('name', parsed.data.name);
  return wrong.length === 0
    ? parsed.data
    : { problems: [problem('invalid_group', pointer, wrong.join(' '), parsed.data.name)] };
}

function readAccount({ model, value, pointer }: Entry): AccountEntry | Refused {
  const parsed = (model === 'account' ? ownAccount : djangoAccount).safeParse(value);
  if (!parsed.success) return refused('invalid_account', pointer, value, parsed.error);
  const account = {
    ...parsed.data,
    username: normalizeName(parsed.data.username),
    email: normalizeName(parsed.data.email),
  };
  const { username } = account;
  if (username === anonymousName) {
    const message =
      'The account anonymous is not imported: callers without a token are the group Guest.';
    return {
      problems: [
        { ...problem('anonymous_account', pointer, message, username), severity: 'warning' },
      ],
    };
  }
  const reserved = findReservedNameProblem(username);
  if (reserved !== null) {
    return { problems: [problem('reserved_username', pointer, reserved, username)] };
  }
  const wrong = findNameProblems('username', username);
  return wrong.length === 0
    ? account
    : { problems: [problem('invalid_account', pointer, wrong.join(' '), username)] };
}

const named = z.union([
  z.object({ username: z.string() }).transform(({ username }) => username),
  z.object({ name: z.string() }).transform(({ name }) => name),
  z
    .object({ fields: z.object({ username: z.string() }) })
    .transform(({ fields }) => fields.username),
  z.object({ fields: z.object({ name: z.string() }) }).transform(({ fields }) => fields.name),
]);

function refused(code: string, pointer: string, value: unknown, error: z.ZodError): Refused {
  const record = named.safeParse(value).data;
  return {
    problems: error.issues.map((issue) =>
      problem(
        code,
        pointer + jsonPointer(issue.path),
        `${issue.path.join('.') || 'The record'}: ${issue.message}`,
        record,
      ),
    ),
  };
}

function problem(code: string, pointer: string, message: string, record?: string): Problem {
  const found = { severity: 'error', code, pointer, message } as const;
  return record === undefined ? found : { ...found, record };
}

/** Records of other models, which exports of Django often have beside the accounts. */
function otherRecords(entries: readonly Entry[]): readonly Problem[] {
  const known: ReadonlySet<string> = new Set(['account', 'group', 'auth.user', 'auth.group']);
  const others = [...new Set(entries.map(({ model }) => model))].filter(
    (model) => !known.has(model),
  );
  if (others.length === 0) return [];
  const message = `Records of these models are not read: ${others.join(', ')}.`;
  return [{ severity: 'warning', code: 'other_records', pointer: '', message }];
}
