import * as z from 'zod';

import type { InputError } from '../../errors.ts';
import { isLosslessNumber } from '../../json/lossless-json.ts';
import { findUnstorable } from '../../json/storable.ts';
import { parseBounds } from '../../model/mobile-projects/parse-bounds.ts';
import { defaultProject, type ProjectFields } from '../../model/mobile-projects/mobile-project.ts';
import { isUuid } from '../../model/ids.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { mediaTypeOf } from '../request/media-type.ts';

/** Adds an issue for a value that the database cannot store. */
function checkStorable(value: unknown, context: z.RefinementCtx): void {
  const unstorable = findUnstorable(value);
  if (unstorable !== undefined) context.addIssue({ code: 'custom', message: unstorable.message });
}

const textSchema = z.string().superRefine(checkStorable);
const uuidSchema = z
  .string()
  .refine(isUuid, 'must be a UUID.')
  .toLowerCase()
  .meta({ format: 'uuid' });

/** The database has no year 0. */
const daySchema = z.iso
  .date({ error: 'must be a date such as 2026-01-31.' })
  .refine((value) => !value.startsWith('0000'), 'must be a date such as 2026-01-31.');
const optionalDaySchema = z
  .union([daySchema, z.literal(''), z.null()], {
    error: 'must be a date such as 2026-01-31, or null.',
  })
  .transform((value) => (value === '' ? null : value));

const boundsSchema = z
  .unknown()
  .transform((value, context): string | null => {
    const parsed = parseBounds(value);
    if (parsed.kind === 'bounds') return parsed.text;
    for (const message of parsed.problems) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .describe('Areas as well-known text or GeoJSON; null for none.');

function uniqueListSchema<Item extends z.ZodType<string> | z.ZodType<number>>(item: Item) {
  return z.array(item).transform((items): readonly z.output<Item>[] => [...new Set(items)]);
}

/** In JSON, a whole number can be written as 3.0 or 3e0. */
const wholeNumberSchema = z.preprocess(
  (value) => (isLosslessNumber(value) ? Number(value.rawJSON) : value),
  z.int32().min(0),
);

const idListSchema = uniqueListSchema(wholeNumberSchema);

const { downloadConfig: defaultConfig } = defaultProject;

const configSchema = z.strictObject({
  count: wholeNumberSchema.default(defaultConfig.count),
  custom: z.unknown().default(defaultConfig.custom).superRefine(checkStorable),
  download: z.boolean().default(defaultConfig.download),
  resources: z
    .array(z.unknown())
    .default([...defaultConfig.resources])
    .superRefine(checkStorable),
});

/** The request body with a mobile project. Missing fields stay unchanged, or get the default values in a new project. */
export const projectBodySchema = z
  .strictObject({
    id: uuidSchema,
    name: textSchema
      .refine((name) => name.trim() !== '', 'must not be empty.')
      .meta({ pattern: '\\S' }),
    description: textSchema.nullable().transform((value) => value ?? defaultProject.description),
    active: z.boolean(),
    startdate: optionalDaySchema,
    enddate: optionalDaySchema,
    bounds: boundsSchema,
    cards: uniqueListSchema(uuidSchema),
    createdby_id: z.unknown().describe('Ignored: it is set by the service.'),
    lasteditedby_id: z.unknown().describe('Ignored: it is set by the service.'),
    groups: idListSchema,
    users: idListSchema,
    tilecache: textSchema.nullable().transform((value) => value ?? defaultProject.tileCache),
    datadownloadconfig: configSchema.nullable().transform((value) => value ?? defaultConfig),
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

/** Returns an error if the body has another id than the path. */
export function projectIdErrors(
  { id: bodyId }: ParsedProject,
  pathId: string,
): readonly InputError[] {
  if (bodyId === undefined || bodyId === pathId) return [];
  const detail = `id: ${bodyId} is not the id in the path, ${pathId}. Send the same id in both.`;
  return [{ in: 'body', pointer: '/id', code: 'invalid', detail }];
}

/**
 * Parses a project.
 * @rule Mobile projects: Which fields does a project have, and what is wrong with them?
 * @param body as returned by parseLossless
 */
export function parseProject(body: unknown): ParsedProject {
  const parsed = projectBodySchema.safeParse(body);
  if (parsed.success) return { ...toFields(parsed.data), problems: [] };
  const { issues } = parsed.error;
  const invalidNames = new Set(issues.flatMap(invalidFieldNames));
  const validMembers =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !invalidNames.has(name)))
      : {};
  return {
    ...toFields(projectBodySchema.parse(validMembers)),
    problems: issues.flatMap(toProblems),
  };
}

function invalidFieldNames(issue: z.core.$ZodIssue): readonly PropertyKey[] {
  const [field] = issue.path;
  if (field !== undefined) return [field];
  return issue.code === 'unrecognized_keys' ? issue.keys : [];
}

function toProblems(issue: z.core.$ZodIssue): readonly InputError[] {
  const toProblem = (path: readonly PropertyKey[], message: string): InputError => ({
    in: 'body',
    pointer: jsonPointer(path),
    code: 'invalid',
    detail: `${path.map(String).join('.') || 'The project'}: ${message}`,
  });
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => toProblem([...issue.path, key], 'is not a field of a project.'))
    : [toProblem(issue.path, issue.message)];
}

function toFields(members: z.output<typeof projectBodySchema>): Omit<ParsedProject, 'problems'> {
  const { id, startdate, enddate, tilecache, datadownloadconfig } = members;
  const { name, description, active, bounds, cards, groups, users } = members;
  return {
    id,
    fields: withoutUndefined({
      name,
      description,
      active,
      startDate: startdate,
      endDate: enddate,
      bounds,
      cards,
      groups,
      users,
      tileCache: tilecache,
      downloadConfig: datadownloadconfig,
    }),
  };
}

type OrUndefined<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined };

function withoutUndefined(fields: Partial<OrUndefined<ProjectFields>>): ProjectFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
