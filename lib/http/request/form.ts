import { InvalidInput } from '../../errors.ts';
import { MalformedForm, NotUtf8, UnsupportedMediaType } from '../errors/errors.ts';
import { urlEncodedForm, formMediaTypes, mediaTypeOf } from './media-type.ts';
import { invalidUtf8Offset } from './request-body.ts';

/** Form fields by name. A repeated field has several values. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** More than any sign-in form needs. The limit is low, because the callers are not authenticated yet. */
export const maxFormCharacters = 64 * 1024;

/**
 * Parses a URL-encoded form. A middleware has already converted multipart forms.
 * @param body decoded text; undefined if empty
 * @throws UnsupportedMediaType for another media type
 * @throws MalformedForm if the form is too long or contains U+0000
 * @throws NotUtf8 if percent-encoded bytes are not UTF-8
 */
export function parseForm(
  body: string | undefined,
  contentType: string | undefined,
  maxCharacters = maxFormCharacters,
): FormFields {
  if (body === undefined) return new Map();
  if (mediaTypeOf(contentType) !== urlEncodedForm) throw new UnsupportedMediaType(formMediaTypes);
  if (body.length > maxCharacters) {
    throw new MalformedForm(`The form may have at most ${maxCharacters} characters.`);
  }
  checkEncodedBytes(body);
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (`${name}${value}`.includes('\0')) {
      throw new MalformedForm('A field must not contain U+0000.');
    }
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

/** Checks percent-encoded bytes, because URLSearchParams silently replaces invalid ones such as `%FF` by U+FFFD. @throws NotUtf8 */
function checkEncodedBytes(body: string): void {
  for (const { 0: encodedBytes, index } of body.matchAll(/(?:%[89a-f][\da-f])+/gi)) {
    const invalidOffset = invalidUtf8Offset(Buffer.from(encodedBytes.replaceAll('%', ''), 'hex'));
    if (invalidOffset !== -1) {
      throw new NotUtf8(Buffer.byteLength(body.slice(0, index)) + invalidOffset * '%FF'.length);
    }
  }
}

/** Refuses a form in which one of these fields is repeated. @throws InvalidInput */
export function refuseRepeatedFields(fields: FormFields, names: readonly string[]): void {
  const repeatedNames = names.filter((name) => (fields.get(name)?.length ?? 0) > 1);
  if (repeatedNames.length === 0) return;
  throw new InvalidInput(
    repeatedNames.map((name) => ({
      in: 'body',
      pointer: `/${name}`,
      code: 'repeated',
      detail: `${name}: must be sent once.`,
    })),
  );
}

/** Returns the value of a field; undefined if it is empty or repeated. */
export function readSingleNonEmptyValue(fields: FormFields, name: string): string | undefined {
  const [value, ...otherValues] = fields.get(name) ?? [];
  return value === '' || otherValues.length > 0 ? undefined : value;
}
