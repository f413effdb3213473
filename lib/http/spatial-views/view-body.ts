import type * as z from 'zod';

import { checkDocument } from '../../json-ld/expand/check-document.ts';
import { ProblemCollector } from '../../json-ld/expand/problem-collector.ts';
import { isUuid } from '../../model/ids.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import {
  isProblemOfField,
  type ViewFieldProblem,
} from '../../model/spatial-views/view-field-problems.ts';
import type { SpatialViewPatch } from '../../model/spatial-views/spatial-view.ts';
import type { SpatialViewInput } from '../../writing/spatial-views/change-spatial-view.ts';
import { misspeltListErrors } from '../parameters/unknown-parameters.ts';
import { spatialViewFields } from '../schemas/spatial-views.ts';
import { readBodyMembers, type BodyMembers } from './body-members.ts';

/** The maximum length of the attribute nodes as JSON. Their unknown members are stored too, and no other rule limits these. */
const maxAttributeCharacters = 1_000_000;

/**
 * Reads a spatial view from a request body. Unknown members are ignored, because clients send back everything that they received.
 * @rule Spatial views: What may the fields of a spatial view be?
 * @param pathId the id in the path, in lower case; undefined for a new spatial view
 * @returns the valid fields and the problems, which are reported together with conflicts with stored data
 * @throws the errors of readBodyMembers
 */
export function readViewBody(
  body: string | undefined,
  contentType: string | undefined,
  pathId: string | undefined,
): SpatialViewInput {
  const members = readBodyMembers(body, contentType);
  const viewFields = pickViewFields(members);
  const problems = [
    ...members.problems,
    ...misspeltListProblems(members),
    ...idProblems(members, pathId),
    ...validateFields(viewFields),
  ];
  const validFields = Object.fromEntries(
    Object.entries(viewFields).filter(
      ([name]) => !problems.some((problem) => isProblemOfField(problem, name)),
    ),
  );
  return {
    fields: toPatch(spatialViewFields.parse(validFields)),
    attributeIds: readAttributeIds(viewFields['attributenodes']),
    problems,
  };
}

/** Reports misspelt names of list members. If these were ignored like other unknown members, the stored list would stay unchanged. */
function misspeltListProblems({ values }: BodyMembers): readonly ViewFieldProblem[] {
  const errors = misspeltListErrors(Object.keys(values), spatialViewFields.shape);
  return errors.map(({ pointer, code, detail }) => ({ pointer, code, detail }));
}

function pickViewFields({ values }: BodyMembers): Readonly<Record<string, unknown>> {
  const names = Object.keys(spatialViewFields.shape).filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Validates the fields as far as that is possible without the database. */
function validateFields(fields: Readonly<Record<string, unknown>>): readonly ViewFieldProblem[] {
  const collector = new ProblemCollector();
  checkDocument(fields, collector);
  const issues = spatialViewFields.safeParse(fields).error?.issues ?? [];
  return [
    ...collector.firstProblems.map(({ pointer, message }) => ({
      pointer,
      code: 'invalid' as const,
      detail: message,
    })),
    ...issues.map((issue) => toFieldProblem(issue, fields)),
    ...attributeLengthProblems(fields['attributenodes']),
  ];
}

function attributeLengthProblems(attributeNodes: unknown): readonly ViewFieldProblem[] {
  if (JSON.stringify(attributeNodes ?? null).length <= maxAttributeCharacters) return [];
  const detail = `attributenodes must have at most ${maxAttributeCharacters} characters of JSON.`;
  return [{ pointer: '/attributenodes', code: 'invalid', detail }];
}

function toFieldProblem(
  { path, message }: z.core.$ZodIssue,
  fields: Readonly<Record<string, unknown>>,
): ViewFieldProblem {
  const code = valueAt(fields, path) === undefined ? 'missing' : 'invalid';
  return { pointer: jsonPointer(path), code, detail: `${path.join('.')} ${message}` };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined,
    value,
  );
}

/** The service chooses the id of a new spatial view. The id of a stored one must be in the path and in the body. */
function idProblems(
  { values: { spatialviewid: id } }: BodyMembers,
  pathId: string | undefined,
): readonly ViewFieldProblem[] {
  const pointer = '/spatialviewid';
  const isSent = id !== undefined && id !== null && id !== '';
  if (pathId === undefined) {
    const detail =
      'The service chooses the id of a new spatial view. Leave out spatialviewid, or send PUT to change a stored one.';
    return isSent ? [{ pointer, code: 'invalid', detail }] : [];
  }
  if (!isSent) {
    const detail = 'spatialviewid is required in the body too. Send the id in the path.';
    return [{ pointer, code: 'missing', detail }];
  }
  if (typeof id === 'string' && id.toLowerCase() === pathId) return [];
  const detail = 'spatialviewid is not the id in the path. Send the same id in both.';
  return [{ pointer, code: 'invalid', detail }];
}

function readAttributeIds(nodes: unknown): SpatialViewInput['attributeIds'] {
  if (!Array.isArray(nodes)) return undefined;
  return nodes.map((node) => {
    const id = isObject(node) ? node['nodeid'] : undefined;
    return isUuid(id) ? id.toLowerCase() : null;
  });
}

function toPatch(fields: z.output<typeof spatialViewFields>): SpatialViewPatch {
  const {
    geometrynodeid,
    isactive: isActive,
    ismixedgeometrytypes: isMixedGeometryTypes,
    attributenodes: attributeNodes,
    ...otherFields
  } = fields;
  return withoutUndefined({
    ...otherFields,
    geometryNodeId: geometrynodeid?.toLowerCase(),
    isActive,
    isMixedGeometryTypes,
    attributeNodes,
  });
}

function withoutUndefined(fields: {
  readonly [Name in keyof SpatialViewPatch]: SpatialViewPatch[Name] | undefined;
}): SpatialViewPatch {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
