import { InvalidInput } from '../../errors.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { ViewFieldProblem } from '../../model/spatial-views/view-field-problems.ts';
import { MalformedDocument } from '../../writing/errors.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import { booleanRule, parseBoolean } from '../parameters/parameter-types.ts';
import { parseForm, type FormFields } from '../request/form.ts';
import { isForm } from '../request/media-type.ts';
import { maxBodyBytes } from '../request/request-body.ts';
import { changedSpatialView } from '../schemas/spatial-views.ts';

/** The members of what was sent, by name, and what is wrong with the way in which they were sent. */
export type BodyMembers = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly ViewFieldProblem[];
};

/**
 * Reads a spatial view from a body: a JSON object, or a form, in which the attribute nodes are a JSON text and what is true or false is
 * a word.
 * @throws MalformedDocument, MalformedForm, NotUtf8, UnsupportedMediaType
 * @throws InvalidInput where it is JSON, but no object
 */
export function readBodyMembers(
  body: string | undefined,
  contentType: string | undefined,
): BodyMembers {
  if (isForm(contentType)) return ofForm(parseForm(body, contentType, maxBodyBytes));
  const values = parseJsonBody(body);
  if (isObject(values)) return { values, problems: [] };
  const detail = 'The body is not a JSON object with the fields of a spatial view.';
  throw new InvalidInput([{ in: 'body', pointer: '', code: 'invalid', detail }]);
}

const booleans: ReadonlySet<string> = new Set(['isactive', 'ismixedgeometrytypes']);
const mayBeEmpty: ReadonlySet<string> = new Set(['description', ...booleans]);

/** An empty field counts as absent, but for the description, which may be empty, and for what is true or false. */
function ofForm(fields: FormFields): BodyMembers {
  const values: Record<string, unknown> = {};
  const problems: ViewFieldProblem[] = [];
  for (const [name, [value = '', ...others]] of fields) {
    if (value === '' && others.length === 0 && !mayBeEmpty.has(name)) continue;
    const pointer = `/${name}`;
    const isKnown = Object.hasOwn(changedSpatialView.shape, name);
    if (isKnown && others.length > 0) {
      problems.push({ pointer, code: 'repeated', detail: `${name} must come once.` });
    } else if (name === 'attributenodes') {
      const parsed = jsonIn(value);
      if (parsed instanceof MalformedDocument) {
        problems.push({ pointer, code: 'invalid', detail: `${name}: ${parsed.message}` });
      } else values[name] = parsed;
    } else if (booleans.has(name)) {
      const truth = parseBoolean(value);
      if (truth !== undefined) values[name] = truth;
      else problems.push({ pointer, code: 'invalid', detail: `${name}: ${booleanRule}` });
    } else values[name] = value;
  }
  return { values, problems };
}

function jsonIn(text: string): unknown {
  try {
    return parseJsonBody(text);
  } catch (error) {
    if (error instanceof MalformedDocument) return error;
    throw error;
  }
}
