import { InvalidInput } from '../../errors.ts';
import { repeatedMemberCode } from '../../json/repeated-members.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { ViewFieldProblem } from '../../model/spatial-views/view-field-problems.ts';
import { MalformedDocument } from '../../writing/errors.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import { booleanRule, parseBoolean } from '../parameters/types/booleans.ts';
import { parseForm, type FormFields } from '../request/form.ts';
import { isForm } from '../request/media-type.ts';
import { maxBodyBytes } from '../request/request-body.ts';
import { changedSpatialView } from '../schemas/spatial-views.ts';

/** The members of a body by name, and the problems with the fields if the body is a form. */
export type BodyMembers = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly ViewFieldProblem[];
};

/**
 * Reads the members of a spatial view from a body: a JSON object, or a form with the attribute nodes as a JSON string and booleans as
 * words.
 * @throws MalformedDocument, MalformedForm, NotUtf8, UnsupportedMediaType
 * @throws InvalidInput if the JSON is not an object
 */
export function readBodyMembers(
  body: string | undefined,
  contentType: string | undefined,
): BodyMembers {
  if (isForm(contentType)) return readFormMembers(parseForm(body, contentType, maxBodyBytes));
  const values = parseJsonBody(body);
  if (isObject(values)) return { values, problems: [] };
  const detail = 'The body is not a JSON object with the fields of a spatial view.';
  throw new InvalidInput([{ in: 'body', pointer: '', code: 'invalid', detail }]);
}

const booleanFields: ReadonlySet<string> = new Set(['isactive', 'ismixedgeometrytypes']);
const fieldsThatMayBeEmpty: ReadonlySet<string> = new Set(['description', ...booleanFields]);

/** Empty form fields count as absent, except for the description and booleans. */
function readFormMembers(fields: FormFields): BodyMembers {
  const values: Record<string, unknown> = {};
  const problems: ViewFieldProblem[] = [];
  for (const [name, [value = '', ...otherValues]] of fields) {
    if (value === '' && otherValues.length === 0 && !fieldsThatMayBeEmpty.has(name)) continue;
    const pointer = `/${name}`;
    const isViewField = Object.hasOwn(changedSpatialView.shape, name);
    if (isViewField && otherValues.length > 0) {
      problems.push({ pointer, code: 'repeated', detail: `${name} must be sent once.` });
    } else if (name === 'attributenodes') {
      const parsed = parseJsonField(value, pointer);
      if (parsed instanceof MalformedDocument) {
        problems.push(...toFieldProblems(name, parsed));
      } else values[name] = parsed;
    } else if (booleanFields.has(name)) {
      const booleanValue = parseBoolean(value);
      if (booleanValue !== undefined) values[name] = booleanValue;
      else problems.push({ pointer, code: 'invalid', detail: `${name}: ${booleanRule}` });
    } else values[name] = value;
  }
  return { values, problems };
}

function toFieldProblems(
  name: string,
  { problems }: MalformedDocument,
): readonly ViewFieldProblem[] {
  return problems.map(({ code, pointer, message }) => ({
    pointer,
    code: code === repeatedMemberCode ? code : 'invalid',
    detail: `${name}: ${message}`,
  }));
}

/** Parses the JSON of a field. Returns the error if it cannot be read. */
function parseJsonField(text: string, pointer: string): unknown {
  try {
    return parseJsonBody(text, '', pointer);
  } catch (error) {
    if (error instanceof MalformedDocument) return error;
    throw error;
  }
}
