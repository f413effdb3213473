import { InvalidInput } from '../../errors.ts';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { parseForm } from './form.ts';
import { urlEncodedForm, formMediaTypes, mediaTypeOf } from './media-type.ts';
import { decodeBody, parseJsonOrUndefined, maxBodyBytes } from './request-body.ts';
import { readHeader, type HttpRequest, type ValuesByName } from './request.ts';

/** The parameters that a body carries. */
export type BodyParameters = {
  readonly values: ValuesByName;
  /** By name: what is wrong with a value that cannot be one of a parameter. */
  readonly unreadable: ReadonlyMap<string, string>;
};

/** Of a request whose body carries none. */
export const noBodyParameters: BodyParameters = { values: new Map(), unreadable: new Map() };

/**
 * Reads parameters from the body of a request: a form, or a JSON object whose members are texts, numbers, true, false, or lists of
 * these. A member that is null counts as absent.
 * @throws RequestTooLarge
 * @throws NotUtf8
 * @throws MalformedForm
 * @throws InvalidInput where it is no JSON object
 * @throws UnsupportedMediaType for any other body
 */
export function readBodyParameters(request: HttpRequest): BodyParameters {
  if (request.body === undefined) return noBodyParameters;
  const text = decodeBody(request.body);
  const contentType = readHeader(request, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === urlEncodedForm) {
    return { ...noBodyParameters, values: parseForm(text, contentType, maxBodyBytes) };
  }
  if (mediaType === 'application/json') return ofObject(parseJsonOrUndefined(text));
  throw new UnsupportedMediaType(['application/json', ...formMediaTypes]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofObject(object: unknown): BodyParameters {
  if (!isObject(object)) {
    const detail = 'The body is not a JSON object with the parameters.';
    throw new InvalidInput([{ in: 'body', pointer: '', code: 'invalid', detail }]);
  }

  const values = new Map<string, readonly string[]>();
  const unreadable = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    const written = parameterText(value);
    if (written !== undefined) values.set(name, [written]);
    else if (value !== null) {
      unreadable.set(name, 'must be a text, a number, true, false, or a list of these.');
    }
  }
  return { values, unreadable };
}

/** A value as it is written in a query: the items of a list stand between commas, and their own commas are encoded. */
function parameterText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return singleText(value);
  const items = value.map(singleText);
  return items.every((item) => item !== undefined)
    ? items.map((item) => item.replaceAll(/[%,]/g, encodeURIComponent)).join(',')
    : undefined;
}

function singleText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
