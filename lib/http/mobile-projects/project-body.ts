import * as z from 'zod';

import type { InputError } from '../../errors.ts';
import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isStorable } from '../../json/storable.ts';
import { parseBounds } from '../../model/mobile-projects/bounds.ts';
import { defaultProject, type ProjectFields } from '../../model/mobile-projects/mobile-project.ts';
import { isUuid } from '../../model/ids.ts';
import { jsonPointer } from '../../model/problem.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { mediaTypeOf } from '../request/media-type.ts';

/** Whether PostgreSQL can store a value. Numbers with an exponent of five digits are too large. */
function isStorableValue(value: unknown): boolean {
  return isStorable(value) && !/[\d.]e[+-]?\d{5}/i.test(joinNumbers(value));
}

function joinNumbers(value: unknown): string {
  if (isLosslessNumber(value)) return value.rawJSON;
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(joinNumbers).join(' ')
    : '';
}

const unstorableMessage =
  'contains a character or a number that cannot be stored: U+0000, half of a surrogate pair, or an exponent of five digits.';
const text = z.string().refine(isStorableValue, unstorableMessage);
const uuid = z.string().refine(isUuid, 'must be a UUID.').toLowerCase().meta({ format: 'uuid' });

/** The database has no year 0. */
const day = z.iso
  .date({ error: 'must be a day as YYYY-MM-DD.' })
  .refine((value) => !value.startsWith('0000'), 'must be a day as YYYY-MM-DD.');
const optionalDay = z
  .union([day, z.literal(''), z.null()], { error: 'must be a day as YYYY-MM-DD, or null.' })
  .transform((value) => (value === '' ? null : value));

const bounds = z
  .unknown()
  .transform((value, context): string | null => {
    const parsed = parseBounds(value);
    if (parsed.kind === 'bounds') return parsed.text;
    for (const message of parsed.problems) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .describe('Areas as well-known text or GeoJSON; null for none.');

function listOf<Item extends z.ZodType<string> | z.ZodType<number>>(item: Item) {
  return z.array(item).transform((items): readonly z.output<Item>[] => [...new Set(items)]);
}

/** In JSON, a whole number can be written as 3.0 or 3e0. */
const wholeNumber = z.preprocess(
  (value) => (isLosslessNumber(value) ? Number(value.rawJSON) : value),
  z.int32().min(0),
);

const ids = listOf(wholeNumber);

const { downloadConfig: plainConfig } = defaultProject;

const config = z.strictObject({
  count: wholeNumber.default(plainConfig.count),
  custom: z.unknown().default(plainConfig.custom).refine(isStorableValue, unstorableMessage),
  download: z.boolean().default(plainConfig.download),
  resources: z
    .array(z.unknown())
    .default([...plainConfig.resources])
    .refine(isStorableValue, unstorableMessage),
});

/** The request body with a mobile project. Missing fields stay unchanged, or get the default values in a new project. */
export const projectBody = z
  .strictObject({
    id: uuid,
    name: text.refine((name) => name.trim() !== '', 'must not be empty.').meta({ pattern: '\\S' }),
    description: text.nullable().transform((value) => value ?? defaultProject.description),
    active: z.boolean(),
    startdate: optionalDay,
    enddate: optionalDay,
    bounds,
    cards: listOf(uuid),
    createdby_id: z.unknown().describe('Ignored: it is set by the service.'),
    lasteditedby_id: z.unknown().describe('Ignored: it is set by the service.'),
    groups: ids,
    users: ids,
    tilecache: text.nullable().transform((value) => value ?? defaultProject.tileCache),
    datadownloadconfig: config.nullable().transform((value) => value ?? plainConfig),
  })
  .partial();

/** The valid fields of a project, and the problems with the invalid fields. */
export type ParsedProject = {
  readonly id: string | undefined;
  readonly fields: ProjectFields;
  readonly problems: readonly InputError[];
};

/**
 * Reads a project from a request body. Problems are returned, not thrown, so that they can be reported together with the problems that
 * the database detects.
 * @throws UnsupportedMediaType, MalformedDocument
 */
export function readProjectBody(
  body: string | undefined,
  contentType: string | undefined,
): ParsedProject {
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaTypeOf(contentType))) {
    throw new UnsupportedMediaType(['application/json']);
  }
  return parseProject(parseJsonBody(body));
}

/** Checks that the id in the body is the id in the path. */
export function projectIdErrors({ id: sent }: ParsedProject, id: string): readonly InputError[] {
  if (sent === undefined || sent === id) return [];
  const detail = `id: ${sent} is not the id in the path, ${id}.`;
  return [{ in: 'body', pointer: '/id', code: 'invalid', detail }];
}

/** Parses a project. @param sent as returned by parseLossless */
export function parseProject(sent: unknown): ParsedProject {
  const parsed = projectBody.safeParse(sent);
  if (parsed.success) return { ...toFields(parsed.data), problems: [] };
  const { issues } = parsed.error;
  const wrong = new Set(issues.flatMap(invalidFieldNames));
  const rest =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent)
      ? Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)))
      : {};
  return { ...toFields(projectBody.parse(rest)), problems: issues.flatMap(toProblems) };
}

function invalidFieldNames(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  const [field] = issue.path;
  if (field !== undefined) return [field];
  return issue.code === 'unrecognized_keys' ? issue.keys : [];
}

function toProblems(issue: z.core.$ZodIssue): readonly InputError[] {
  const problem = (path: readonly PropertyKey[], message: string): InputError => ({
    in: 'body',
    pointer: jsonPointer(path),
    code: 'invalid',
    detail: `${path.map(String).join('.') || 'The project'}: ${message}`,
  });
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => problem([...issue.path, key], 'is not a field of a project.'))
    : [problem(issue.path, issue.message)];
}

function toFields(sent: z.output<typeof projectBody>): Omit<ParsedProject, 'problems'> {
  const { id, startdate, enddate, tilecache, datadownloadconfig } = sent;
  const { name, description, active, bounds: area, cards, groups, users } = sent;
  return {
    id,
    fields: withoutUndefined({
      name,
      description,
      active,
      startDate: startdate,
      endDate: enddate,
      bounds: area,
      cards,
      groups,
      users,
      tileCache: tilecache,
      downloadConfig: datadownloadconfig,
    }),
  };
}

type Absent<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined };

function withoutUndefined(fields: Partial<Absent<ProjectFields>>): ProjectFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
