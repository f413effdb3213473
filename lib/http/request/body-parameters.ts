import { InvalidInput } from '../../errors.ts';
import { NestedTooDeepError } from '../../json/nesting.ts';
import { readJson } from '../../json/read-json.ts';
import { repeatedMemberCode, RepeatedMembersError } from '../../json/repeated-members.ts';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { parseForm } from './form.ts';
import { urlEncodedForm, formMediaTypes, mediaTypeOf } from './media-type.ts';
import { decodeBody, maxBodyBytes } from './request-body.ts';
import { readHeader, type HttpRequest, type ValuesByName } from './request.ts';

/** The parameters in a request body. */
export type BodyParameters = {
  readonly values: ValuesByName;
  /** Errors by name, for JSON values that cannot be parameters. */
  readonly valueErrors: ReadonlyMap<string, string>;
};

export const noBodyParameters: BodyParameters = { values: new Map(), valueErrors: new Map() };

/**
 * Reads parameters from a request body: a form, or a JSON object of strings, numbers, booleans, or lists of these; `filter` may be an object
 * (CQL2 JSON). A member that is null counts as absent.
 * @rule Requests: How does a body carry parameters?
 * @throws RequestTooLarge, NotUtf8, MalformedForm, UnsupportedMediaType
 * @throws InvalidInput if the text is not a JSON object, or repeats a member
 * @throws NestedTooDeepError
 */
export function readBodyParameters(request: HttpRequest): BodyParameters {
  if (request.body === undefined) return noBodyParameters;
  const text = decodeBody(request.body);
  const contentType = readHeader(request, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === urlEncodedForm) {
    return { ...noBodyParameters, values: parseForm(text, contentType, maxBodyBytes) };
  }
  if (mediaType === 'application/json') return readJsonObject(parseJson(text));
  throw new UnsupportedMediaType(['application/json', ...formMediaTypes]);
}

function parseJson(text: string): unknown {
  try {
    return readJson(text, 'javascript');
  } catch (error) {
    if (error instanceof RepeatedMembersError) throw createRepeatedParametersError(error);
    if (error instanceof NestedTooDeepError) throw error;
    return undefined;
  }
}

function createRepeatedParametersError({ members }: RepeatedMembersError): InvalidInput {
  return new InvalidInput(
    members.map(({ pointer, message: detail }) => ({
      in: 'body',
      pointer,
      code: repeatedMemberCode,
      detail,
    })),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJsonObject(object: unknown): BodyParameters {
  if (!isObject(object)) {
    const detail = 'The body is not a JSON object with the parameters.';
    throw new InvalidInput([{ in: 'body', pointer: '', code: 'invalid', detail }]);
  }

  const values = new Map<string, readonly string[]>();
  const valueErrors = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    const text =
      name === 'filter' && isObject(value) ? JSON.stringify(value) : toParameterText(value);
    if (text !== undefined) values.set(name, [text]);
    else if (value !== null) {
      valueErrors.set(name, 'must be a string, a number, true, false, or a list of these.');
    }
  }
  return { values, valueErrors };
}

/** Writes a value as in a query: with commas between the items of a list, and with encoded commas within an item. */
function toParameterText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return toScalarText(value);
  const items = value.map(toScalarText);
  return items.every((item) => item !== undefined)
    ? items.map((item) => item.replaceAll(/[%,]/g, encodeURIComponent)).join(',')
    : undefined;
}

function toScalarText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
